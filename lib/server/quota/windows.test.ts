import { expect, test } from 'vitest';
import {
  DAY_MS,
  isOver,
  MONTH_MS,
  nextReset,
  observeQuota,
  type QuotaWindow,
  unknownQuota,
} from './windows.ts';

const HOUR = 3_600_000;

/** The answer to a request that was sent and counted at once. */
function see(window: QuotaWindow, now: number, remaining: number, limit = 1_000) {
  const sighting = {
    request: { order: 2 * now, sentAt: now },
    now,
    order: 2 * now + 1,
    good: true,
    spent: true,
  };
  return observeQuota(window, { limit, remaining }, sighting);
}

const first = see(unknownQuota(DAY_MS), HOUR, 700).window;

test('row 12: the window is over a day after it was first seen, no sooner: midnight means nothing', () => {
  expect(isOver(first, HOUR + DAY_MS - 1)).toBe(false);
  expect(isOver(first, HOUR + DAY_MS)).toBe(true);
  const later = see(first, 20 * HOUR, 300).window;
  expect(isOver(later, HOUR + DAY_MS)).toBe(true);
  expect(nextReset(later, 20 * HOUR)).toBeNull();
});

test('a rise is a reset: the window began no later than now', () => {
  const { window, rebased } = see(first, 9 * HOUR, 995);
  expect(rebased).toBe(true);
  expect(window).toMatchObject({ remaining: 995, reset: { from: HOUR, to: 9 * HOUR } });
  expect(isOver(window, 9 * HOUR + DAY_MS - 1)).toBe(false);
});

test('an older answer that a newer one overtook is no reset', () => {
  const low = see(first, 2 * HOUR, 690).window;
  const overtaken = {
    request: { order: 4 * HOUR - 1, sentAt: 2 * HOUR },
    now: 2 * HOUR + 5,
    order: 4 * HOUR + 3,
  };
  const { window } = observeQuota(
    low,
    { limit: 1_000, remaining: 699 },
    { ...overtaken, good: true, spent: true },
  );
  expect(window).toEqual(low);
});

test('a wobble of a few is no reset, nor is a raised limit; back to the brim is', () => {
  expect(see(first, 2 * HOUR, 704).window).toMatchObject({ remaining: 704, reset: null });
  expect(see(first, 2 * HOUR, 1_700, 2_000).window).toMatchObject({
    remaining: 1_700,
    limit: 2_000,
    reset: null,
  });
  const quiet = see(unknownQuota(DAY_MS), HOUR, 997).window;
  expect(see(quiet, 2 * HOUR, 999).window.reset).not.toBeNull();
});

test('from two resets whole days apart the boundary is known, as closely as both tell it', () => {
  const midnight = 10 * HOUR;
  const before = see(first, midnight - 600_000, 500).window;
  const once = see(before, midnight + 5_000, 999).window;
  expect(nextReset(once, midnight + HOUR)).toBeNull();
  const used = see(once, midnight + DAY_MS - 4_000, 400).window;
  const twice = see(used, midnight + DAY_MS + 600_000, 990).window;
  const next = nextReset(twice, midnight + DAY_MS + HOUR) ?? 0;
  expect(next).toBeGreaterThanOrEqual(midnight + 2 * DAY_MS);
  expect(next).toBeLessThanOrEqual(midnight + 2 * DAY_MS + 65_000);
  // The same boundary again after days of silence.
  expect(nextReset(twice, next + 3 * DAY_MS + 1)).toBe(next + 4 * DAY_MS);
});

test('resets that are no whole days apart make no boundary, nor do those of months', () => {
  const rolling = see(see(see(first, 9 * HOUR, 900).window, 10 * HOUR, 700).window, 15 * HOUR, 800).window;
  expect(nextReset(rolling, 16 * HOUR)).toBeNull();
  const month = see(see(unknownQuota(MONTH_MS), 0, 10).window, 1, 900).window;
  const next = see(see(month, MONTH_MS - 5, 10).window, MONTH_MS, 900).window;
  expect(nextReset(next, MONTH_MS)).toBeNull();
});

test('a day of 25 hours: when the bound passes without a reset, a full period begins anew', () => {
  const { window } = see(first, HOUR + DAY_MS + 1, 100);
  expect(isOver(window, HOUR + DAY_MS + 2)).toBe(false);
  expect(isOver(window, HOUR + 2 * DAY_MS + 1)).toBe(true);
  expect(window.remaining).toBe(100);
});

test('a header missing keeps the counter, and what it leaves out is counted', () => {
  const sighting = {
    request: { order: 9e9, sentAt: 2 * HOUR },
    now: 2 * HOUR,
    order: 9e9 + 1,
    good: true,
    spent: true,
  };
  const { window } = observeQuota(first, { limit: undefined, remaining: undefined }, sighting);
  expect(window).toMatchObject({ limit: 1_000, remaining: 700, unconfirmed: 1, reported: false });
});
