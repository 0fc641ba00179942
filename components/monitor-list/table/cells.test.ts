import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPercent } from './cells';

test.each([
  [0, 2],
  [20, 2],
  [77, 24],
  [430, 56],
  [5000, 100],
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
