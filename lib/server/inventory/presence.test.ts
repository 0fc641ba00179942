import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createPresence, parseRequestedInterval } from './presence.ts';

test('the shortest interval requested by those present counts, for two minutes', () => {
  const clock = createFakeClock();
  const presence = createPresence(clock);
  presence.seen('a', 60);
  presence.seen('b', 15);
  expect(presence.audience()).toEqual({ viewers: 2, wantedS: 15 });
  clock.advance(100_000);
  presence.seen('a', 60);
  clock.advance(20_001);
  expect(presence.audience()).toEqual({ viewers: 1, wantedS: 60 });
  clock.advance(120_000);
  expect(presence.audience()).toEqual({ viewers: 0, wantedS: null });
});

test('who has paused is present but requests no interval', () => {
  const presence = createPresence(createFakeClock());
  presence.seen('a', 'off');
  expect(presence.audience()).toEqual({ viewers: 1, wantedS: null });
  presence.seen('b', 300);
  expect(presence.audience()).toEqual({ viewers: 2, wantedS: 300 });
});

test('the header is seconds or off; anything else is as if it were not there', () => {
  expect(parseRequestedInterval('off')).toBe('off');
  expect(parseRequestedInterval('60')).toBe(60);
  expect(parseRequestedInterval('999999')).toBe(86_400);
  for (const odd of [null, '', '0', '-5', '1.5', 'OFF', '1e3', '9'.repeat(400)])
    expect(parseRequestedInterval(odd)).toBe(30);
});
