import { expect, test } from 'vitest';
import { createSystemClock } from './clock.ts';

const HOUR_MS = 3_600_000;
/** Two readings of a clock are some moments apart. */
const NEARLY_MS = 1000;

test('row 34: monotonic time goes on from where an earlier process left it', () => {
  const clock = createSystemClock({ monotonic: 5 * HOUR_MS, wall: Date.now() - 2 * HOUR_MS });
  const passed = clock.monotonic() - 7 * HOUR_MS;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(NEARLY_MS);
  const before = clock.monotonic();
  expect(clock.monotonic()).toBeGreaterThanOrEqual(before);
});

test('row 32: a wall clock that was set back meanwhile does not take monotonic time back', () => {
  const clock = createSystemClock({ monotonic: 5 * HOUR_MS, wall: Date.now() + 24 * HOUR_MS });
  expect(clock.monotonic()).toBeGreaterThanOrEqual(5 * HOUR_MS);
  expect(clock.monotonic()).toBeLessThan(5 * HOUR_MS + NEARLY_MS);
});
