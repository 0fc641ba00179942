import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import {
  addCount,
  countSince,
  elsewhereSchema,
  isRetryAllowed,
  nothingSpent,
  observeElsewhere,
  seriesSchema,
} from './spending.ts';
import { isSpent } from './upstream-request.ts';

const answer = { rebased: false, spent: true, inFlight: 0 };
const start = observeElsewhere(
  elsewhereSchema.parse({ series: { cycleMs: DAY_MS } }),
  { ...answer, remaining: 100, rebased: true },
  0,
);

test('our requests in flight are not attributed to others, and the count of others never decreases', () => {
  const busy = observeElsewhere(start, { ...answer, remaining: 96, inFlight: 3 }, 1_000);
  expect(busy.total).toBe(0);
  const more = observeElsewhere(busy, { ...answer, remaining: 90 }, 2_000);
  expect(more.total).toBe(8);
  expect(observeElsewhere(more, { ...answer, remaining: 90, spent: false }, 3_000).total).toBe(8);
});

test('after a reset counting continues from the new Remaining', () => {
  const before = observeElsewhere(start, { ...answer, remaining: 50 }, 1_000);
  const reset = observeElsewhere(before, { ...answer, remaining: 97, rebased: true }, 2_000);
  expect(observeElsewhere(reset, { ...answer, remaining: 91 }, 3_000).total).toBe(49 + 5);
});

test('row 16: with responses in order and nothing in flight the usage by others is exact', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 50 }), (takes) => {
      let remaining = 2_000;
      let elsewhere = observeElsewhere(
        elsewhereSchema.parse({ series: { cycleMs: DAY_MS } }),
        { ...answer, remaining, rebased: true },
        0,
      );
      for (const [index, taken] of takes.entries()) {
        remaining -= taken + 1;
        elsewhere = observeElsewhere(elsewhere, { ...answer, remaining }, index * 1_000);
      }
      expect(elsewhere.total).toBe(takes.reduce((sum, taken) => sum + taken, 0));
    }),
  );
});

test('429s and requests that were never sent do not count as spent; timeouts do', () => {
  expect(isSpent({ code: 'rate_limited', retryAt: null })).toBe(false);
  expect(isSpent({ code: 'upstream_unreachable', reason: 'refused' })).toBe(false);
  expect(isSpent({ code: 'upstream_unreachable', reason: 'reset' })).toBe(true);
  expect(isSpent({ code: 'upstream_timeout' })).toBe(true);
  expect(isSpent(null)).toBe(true);
});

test('row 7: retries are at most a tenth of all requests', () => {
  expect(isRetryAllowed(nothingSpent)).toBe(false);
  expect(isRetryAllowed({ ...nothingSpent, inventory: 8 })).toBe(false);
  expect(isRetryAllowed({ ...nothingSpent, inventory: 9 })).toBe(true);
  expect(isRetryAllowed({ ...nothingSpent, inventory: 9, retry: 1 })).toBe(false);
});

const HOUR = 3_600_000;
const empty = seriesSchema.parse({ cycleMs: DAY_MS });

test('a series keeps the counts of one cycle and its present bucket', () => {
  let series = empty;
  for (let hour = 0; hour < 72; hour += 1) series = addCount(series, (hour + 0.5) * HOUR, 6);
  expect(series.buckets).toHaveLength(25);
  expect(countSince(series, 2 * DAY_MS)).toBe(144);
  expect(countSince(series, 3 * DAY_MS)).toBe(0);
});

test('a bucket counts in proportion to its part after the time', () => {
  const series = addCount(addCount(empty, 0, 10), 600_000, 4);
  expect(countSince(series, 300_000)).toBe(5 + 4);
  expect(countSince(series, 600_000)).toBe(4);
});
