import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../clock.fixtures.ts';
import { createRedisLeaderLink } from './redis-leader-link.ts';

/** The link of a leader that learns of requests to read by heartbeats only. */
function setUp() {
  const clock = createFakeClock();
  let beat: (beat: { askedAt: number }) => void = () => {};
  const link = createRedisLeaderLink({
    events: { on: () => {}, send: () => {} },
    heartbeat: {
      ask: () => {},
      onBeat(listener) {
        beat = listener;
      },
    },
    clock,
  });
  const onAsked = vi.fn();
  link.onAskedToRead(onAsked);
  return {
    clock,
    /** Learns of a request. @returns how often the leader was asked so far */
    learn(askedAt: number): number {
      beat({ askedAt });
      return onAsked.mock.calls.length;
    },
  };
}

test('each request is passed on once, unless nobody waits for it any more', () => {
  const { clock, learn } = setUp();
  expect(learn(clock.now())).toBe(1);
  expect(learn(clock.now())).toBe(1);
  clock.advance(60_000);
  expect(learn(clock.now() - 10_001)).toBe(1);
  expect(learn(clock.now() - 10_000)).toBe(2);
});

test('requests are passed on also after the clock of the replicas was set back, earlier ones not again', () => {
  const { clock, learn } = setUp();
  const before = clock.now();
  expect(learn(before)).toBe(1);
  clock.jump(-3_600_000);
  expect(learn(clock.now())).toBe(2);
  expect(learn(before)).toBe(2);
  expect(learn(clock.now())).toBe(2);
});
