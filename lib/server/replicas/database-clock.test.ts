import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { createDatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;

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

test('a slow answer does not turn the wall time back', () => {
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
