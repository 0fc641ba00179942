import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barScale } from './monitor-table';

test('no bar is longer than its room, and the longest takes most of it', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 2 ** 31 })), { minLength: 1 }), (responses) => {
      const slowest = Math.max(1, ...responses.map((one) => one ?? 0));
      const scale = barScale(responses);
      expect(scale).toBeGreaterThanOrEqual(slowest);
      expect(scale).toBeLessThanOrEqual(slowest * 1.26);
    }),
  );
});

test('a slowest response that varies a little leaves the scale as it is', () => {
  expect(barScale([900, 40])).toBe(barScale([950, 40]));
});

test('without a response it can still be divided by', () => {
  expect(barScale([null, null])).toBe(1);
  expect(barScale([])).toBe(1);
  expect(barScale([0])).toBe(1);
});
