import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { outlook, type QuotaOutlook } from './forecast.ts';
import { backgroundGap } from './pacing.ts';
import { MONTH_MS, observeQuota, quotaWindowSchema, type ResetSchedule } from './quota-window.ts';
import { addCount, elsewhereSchema } from './spending.ts';

const none = { minuteLimit: 60, daily: null, monthly: null, usesFallback: false };
const quiet = { expected: 0, burst: 0 };
const day: QuotaOutlook = { ...quiet, limit: 1_000, remaining: 1_000, resetsBy: DAY_MS };
const month: QuotaOutlook = {
  ...quiet,
  limit: 9_000,
  remaining: 9_000,
  resetsBy: MONTH_MS,
};

test('without quotas the gap is 60 / 0.8 L seconds', () => {
  expect(backgroundGap(none, 0)).toEqual({ gapMs: 1_250, limitedBy: 'minute' });
});

test('the widest gap applies, and its window is named', () => {
  expect(backgroundGap({ ...none, daily: day }, 0).limitedBy).toBe('daily');
  expect(backgroundGap({ ...none, daily: day, monthly: month }, 0).limitedBy).toBe('monthly');
});

test('a new window is distributed evenly, except for the reserve of 1 % and a fifth of the rest', () => {
  expect(backgroundGap({ ...none, daily: day }, 0).gapMs).toBeCloseTo(DAY_MS / (0.8 * 990));
});

test('row 13: the pace slows down as the monthly quota decreases', () => {
  const gaps = [9_000, 3_000, 500, 50].map((remaining) => {
    return backgroundGap({ ...none, monthly: { ...month, remaining } }, 0).gapMs;
  });
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(new Set(gaps).size).toBe(4);
});

test('row 16: the expected usage of others and one of their bursts are reserved', () => {
  const shared = { ...day, expected: 400, burst: 100 };
  expect(backgroundGap({ ...none, daily: shared }, 0).gapMs).toBeCloseTo(DAY_MS / (0.8 * 500));
});

test('of others, their mean rate and a tenth more, and four fifths of their busiest hour are expected', () => {
  const elsewhere = elsewhereSchema.parse({ since: 0, series: { cycleMs: DAY_MS } });
  const series = addCount(elsewhere.series, 0, 100);
  const window = { ...quotaWindowSchema.parse({ periodMs: DAY_MS }), remaining: 900, resetsBy: DAY_MS };
  const seen = outlook(window, { ...elsewhere, series }, DAY_MS / 2);
  expect(seen?.expected).toBeCloseTo(110);
  expect(seen?.burst).toBeCloseTo(80);
});

test('when others are expected to use everything, a minimum pace remains', () => {
  const { gapMs } = backgroundGap({ ...none, daily: { ...day, expected: 5_000 } }, 0);
  expect(gapMs).toBeCloseTo(DAY_MS / (0.05 * 1_000));
});

test('row 12: the last two requests are never used, and a window that has ended requires no gap', () => {
  expect(backgroundGap({ ...none, daily: { ...day, remaining: 2 } }, 0).gapMs).toBe(Number.POSITIVE_INFINITY);
  expect(backgroundGap({ ...none, daily: { ...day, remaining: 2 } }, DAY_MS).limitedBy).toBe('minute');
});

test('row 15: 800 requests a day while no daily quota is reported', () => {
  expect(backgroundGap({ ...none, usesFallback: true }, 0)).toEqual({ gapMs: 108_000, limitedBy: null });
});

test('the gap is a positive number for any counters', () => {
  const count = fc.nat({ max: 1e9 });
  fc.assert(
    fc.property(
      count,
      count,
      count,
      count,
      fc.integer({ min: -1e9, max: 1e12 }),
      (limit, remaining, expected, burst, now) => {
        const daily = { ...day, limit, remaining, expected, burst };
        expect(backgroundGap({ ...none, minuteLimit: limit, daily }, now).gapMs).toBeGreaterThan(0);
      },
    ),
  );
});

/**
 * Sends background requests when 400 of 5,000 are left for today, until the reset in 14 hours.
 *
 * @returns the number of requests in each two hours
 */
function spendRest(schedule: ResetSchedule | null): number[] {
  const endsAt = 14 * 3_600_000;
  const counts = Array.from({ length: 7 }, () => 0);
  let window = quotaWindowSchema.parse({ periodMs: DAY_MS });
  for (let [now, remaining, order] = [0, 400, 2]; now < endsAt; remaining -= 1, order += 2) {
    const request = { order: order - 1, sentAt: now };
    const observation = { request, now, order, isSuccess: true, spent: true };
    window = observeQuota(window, { limit: 5_000, remaining }, observation, schedule).window;
    const slot = Math.floor(now / (2 * 3_600_000));
    counts[slot] = (counts[slot] ?? 0) + 1;
    const daily = outlook(window, elsewhereSchema.parse({ series: { cycleMs: DAY_MS } }), now);
    now += backgroundGap({ ...none, daily }, now).gapMs;
  }
  return counts;
}

test('what is left of a drained day is spent evenly until the configured reset', () => {
  const known = spendRest({ after: () => 14 * 3_600_000, delayMs: 10_000 });
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  // The fifth that the background keeps is used at the end.
  expect(Math.min(...known) / Math.max(...known)).toBeGreaterThan(0.6);
  expect(sum(known)).toBeGreaterThan(320);
  expect(sum(spendRest(null)), 'unknown, the rest must last for a whole day').toBeLessThan(190);
});
