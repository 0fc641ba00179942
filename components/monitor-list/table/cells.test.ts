import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPercent } from './cells';

test.each([
  [0, 0],
  [1, 0],
  [10, 25],
  [100, 50],
  [338, 63],
  [10_000, 100],
  [60_000, 100],
])('%i ms is a bar of %i %', (milliseconds, percent) => {
  expect(barPercent(milliseconds)).toBe(percent);
});

test('a slower response never has a shorter bar', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
      expect(barPercent(Math.max(a, b))).toBeGreaterThanOrEqual(barPercent(Math.min(a, b)));
    }),
  );
});
