import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeClock } from './clock.fixtures.ts';
import { createContinuedClock, createDatabaseClock, systemClock } from './clock.ts';

const HOUR_MS = 3_600_000;

// The system's clocks are faked, because they would advance between two reads.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-20T12:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
});

test('row 34: monotonic time continues from that of the previous process', () => {
  const clock = createContinuedClock(systemClock);
  clock.continueFrom({ monotonic: 5 * HOUR_MS, wall: Date.now() - 2 * HOUR_MS });
  expect(clock.monotonic()).toBe(7 * HOUR_MS);
  vi.advanceTimersByTime(1500);
  expect(clock.monotonic()).toBe(7 * HOUR_MS + 1500);
});

test('row 32: a wall clock that was set back between two processes does not set monotonic time back', () => {
  const clock = createContinuedClock(systemClock);
  clock.continueFrom({ monotonic: 5 * HOUR_MS, wall: Date.now() + 24 * HOUR_MS });
  expect(clock.monotonic()).toBe(5 * HOUR_MS);
  vi.setSystemTime(Date.now() - 24 * HOUR_MS);
  vi.advanceTimersByTime(1500);
  expect(clock.monotonic()).toBe(5 * HOUR_MS + 1500);
});

test('row 69: the wall time is that of the database server, the monotonic time that of the process', () => {
  const own = createFakeClock();
  const clock = createDatabaseClock(own);
  expect(clock.now()).toBe(own.now());
  clock.adjust(own.now() + HOUR_MS, own.monotonic());
  expect(clock.now()).toBe(own.now() + HOUR_MS);
  const before = clock.monotonic();
  own.advance(1000);
  // An administrator sets the server's clock back.
  clock.adjust(own.now(), own.monotonic());
  expect(clock.now()).toBe(own.now());
  expect(clock.monotonic()).toBe(before + 1000);
});

test('row 69: the wall time is that of the database, whether the own clock is a day ahead or behind', () => {
  for (const days of [1, -1]) {
    const own = createFakeClock();
    const clock = createDatabaseClock(own);
    const server = own.now() - days * 24 * HOUR_MS;
    clock.adjust(server, own.monotonic());
    expect(clock.now()).toBe(server);
  }
});

test('a slow answer does not set the wall time back', () => {
  const own = createFakeClock();
  const clock = createDatabaseClock(own);
  clock.adjust(own.now(), own.monotonic());
  const before = clock.now();
  const sentAt = own.monotonic();
  own.advance(400);
  // The server has answered at once, and the answer took long.
  clock.adjust(before, sentAt);
  expect(clock.now()).toBe(before + 400);
});
