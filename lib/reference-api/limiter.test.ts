import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const START = Date.UTC(2026, 0, 31, 23, 59, 30);
const ample = { minute: 1000, daily: 1000, monthly: 1000 };

test('admits at most the limit in each window', () => {
  const limits = { minute: 3, daily: 8, monthly: 20 };
  const steps = fc.array(fc.integer({ min: 0, max: 9 * 3_600_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (waits) => {
      const limiter = createLimiter();
      const days = new Map<string, number>();
      const months = new Map<string, number>();
      let now = START;
      for (const wait of waits) {
        now += wait;
        if (limiter.take('key', 'org', limits, now).refusedBy !== null) continue;
        const day = new Date(now).toISOString().slice(0, 10);
        days.set(day, (days.get(day) ?? 0) + 1);
        months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + 1);
      }
      expect(Math.max(0, ...days.values())).toBeLessThanOrEqual(8);
      expect(Math.max(0, ...months.values())).toBeLessThanOrEqual(20);
    }),
  );
});

test('the key is admitted again after the reset time, and not before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59_999 }), (elapsed) => {
      const limiter = createLimiter();
      const limits = { ...ample, minute: 1 };
      limiter.take('key', 'org', limits, START);
      const { refusedBy, resetSeconds } = limiter.take('key', 'org', limits, START + elapsed);
      expect(refusedBy).toBe('minute');
      expect(resetSeconds).toBeGreaterThanOrEqual(1);
      expect(resetSeconds).toBeLessThanOrEqual(60);
      expect(
        limiter.take('key', 'org', limits, START + elapsed + (resetSeconds - 1) * 1000 - 1).refusedBy,
      ).toBe('minute');
      expect(limiter.take('key', 'org', limits, START + elapsed + resetSeconds * 1000).refusedBy).toBeNull();
    }),
  );
});

test('day and month begin at UTC midnight', () => {
  const limiter = createLimiter();
  const limits = { minute: 10, daily: 1, monthly: 1 };
  limiter.take('key', 'org', limits, START);
  expect(limiter.take('key', 'org', limits, START + 29_999).refusedBy).toBe('monthly');
  expect(limiter.take('key', 'org', limits, START + 30_000)).toMatchObject({
    refusedBy: null,
    remaining: { daily: 0 },
  });
  expect(limiter.take('key', 'org', { ...limits, monthly: 5 }, START + 40_000).refusedBy).toBe('daily');
});

test('after a limit is lowered below the requests spent, zero remain, not a negative number', () => {
  const limiter = createLimiter();
  for (let n = 0; n < 5; n++) limiter.take('key', 'org', ample, START);
  const lowered = limiter.take('key', 'org', { minute: 2, daily: 3, monthly: 4 }, START);
  expect(lowered.remaining).toEqual({ minute: 0, daily: 0, monthly: 0 });
});

test('a clock that is set back starts a new minute window', () => {
  const limiter = createLimiter();
  limiter.take('key', 'org', { ...ample, minute: 1 }, START);
  expect(limiter.take('key', 'org', { ...ample, minute: 1 }, START - 1)).toMatchObject({
    refusedBy: null,
    resetSeconds: 60,
  });
});
