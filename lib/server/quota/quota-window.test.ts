import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import {
  isOver,
  MONTH_MS,
  nextReset,
  observeQuota,
  type QuotaWindow,
  quotaWindowSchema,
  type ResetSchedule,
  reschedule,
} from './quota-window.ts';

const HOUR = 3_600_000;

/** The response at a time to a request of an earlier time, which by default was sent and counted at the same time. */
function response(now: number, sentAt = now, isSuccess = true) {
  const request = { order: 2 * sentAt, sentAt };
  return { request, now, order: 2 * now + 1, isSuccess, spent: true };
}

/** Observes the response to a request that was sent and counted at the same time. */
function observe(
  window: QuotaWindow,
  now: number,
  remaining: number,
  limit = 1_000,
  schedule: ResetSchedule | null = null,
) {
  return observeQuota(window, { limit, remaining }, response(now), schedule);
}

/** Observes the response to a request that was sent before a later one was answered. */
function observeLate(window: QuotaWindow, sentAt: number, now: number, remaining: number) {
  return observeQuota(window, { limit: 1_000, remaining }, response(now, sentAt));
}

const first = observe(quotaWindowSchema.parse({ periodMs: DAY_MS }), HOUR, 700).window;

test('row 12: the window has certainly ended one day after the first response; midnight is irrelevant', () => {
  expect(isOver(first, HOUR + DAY_MS - 1)).toBe(false);
  expect(isOver(first, HOUR + DAY_MS)).toBe(true);
  const later = observe(first, 20 * HOUR, 300).window;
  expect(isOver(later, HOUR + DAY_MS)).toBe(true);
  expect(nextReset(later, 20 * HOUR)).toBeNull();
});

test('a rise of Remaining is a reset: the new window started before now', () => {
  const { window, rebased } = observe(first, 9 * HOUR, 995);
  expect(rebased).toBe(true);
  expect(window).toMatchObject({ remaining: 995, reset: { from: HOUR, to: 9 * HOUR } });
  expect(isOver(window, 9 * HOUR + DAY_MS - 1)).toBe(false);
});

test('a higher Remaining in an older response that arrives late is not a reset', () => {
  const low = observe(first, 2 * HOUR, 690).window;
  const { window } = observeLate(low, 2 * HOUR - 1, 2 * HOUR + 5, 699);
  expect(window).toEqual(low);
});

test('a small rise or a raised limit is not a reset; a rise to the limit is', () => {
  expect(observe(first, 2 * HOUR, 704).window).toMatchObject({ remaining: 704, reset: null });
  expect(observe(first, 2 * HOUR, 1_700, 2_000).window).toMatchObject({
    remaining: 1_700,
    limit: 2_000,
    reset: null,
  });
  const quiet = observe(quotaWindowSchema.parse({ periodMs: DAY_MS }), HOUR, 997).window;
  expect(observe(quiet, 2 * HOUR, 999).window.reset).not.toBeNull();
});

test('two resets that are a multiple of a day apart determine the boundary, with their combined precision', () => {
  const midnight = 10 * HOUR;
  const before = observe(first, midnight - 600_000, 500).window;
  const once = observe(before, midnight + 5_000, 999).window;
  expect(nextReset(once, midnight + HOUR)).toBeNull();
  const used = observe(once, midnight + DAY_MS - 4_000, 400).window;
  const twice = observe(used, midnight + DAY_MS + 600_000, 990).window;
  const next = nextReset(twice, midnight + DAY_MS + HOUR) ?? 0;
  expect(next).toBeGreaterThanOrEqual(midnight + 2 * DAY_MS);
  expect(next).toBeLessThanOrEqual(midnight + 2 * DAY_MS + 65_000);
  // The same boundary after days without a response.
  expect(nextReset(twice, next + 3 * DAY_MS + 1)).toBe(next + 4 * DAY_MS);
});

test('resets at other distances, and resets of months, determine no boundary', () => {
  const rolling = observe(
    observe(observe(first, 9 * HOUR, 900).window, 10 * HOUR, 700).window,
    15 * HOUR,
    800,
  ).window;
  expect(nextReset(rolling, 16 * HOUR)).toBeNull();
  const month = observe(
    observe(quotaWindowSchema.parse({ periodMs: MONTH_MS }), 0, 10).window,
    1,
    900,
  ).window;
  const next = observe(observe(month, MONTH_MS - 5, 10).window, MONTH_MS, 900).window;
  expect(nextReset(next, MONTH_MS)).toBeNull();
});

test('a day of 25 hours: when the bound passes without a reset, it is extended by a full period', () => {
  const { window } = observe(first, HOUR + DAY_MS + 1, 100);
  expect(isOver(window, HOUR + DAY_MS + 2)).toBe(false);
  expect(isOver(window, HOUR + 2 * DAY_MS + 1)).toBe(true);
  expect(window.remaining).toBe(100);
});

test('row 95: a response of the old window that arrives after the reset is ignored, and its request is unconfirmed', () => {
  const reset = observe(first, 9 * HOUR, 995).window;
  const { window, rebased } = observeLate(reset, 9 * HOUR - 2, 9 * HOUR + 3, 12);
  expect(window).toEqual({ ...reset, unconfirmed: 1, unconfirmedUpTo: 18 * HOUR + 7 });
  expect(rebased).toBe(false);
  expect(observe(window, 9 * HOUR + 10, 993).window).toMatchObject({ remaining: 993, unconfirmed: 0 });
});

test('row 95: the same when the limit has changed with the reset', () => {
  const raised = observe(first, 9 * HOUR, 1_900, 2_000).window;
  const { window, rebased } = observeLate(raised, 9 * HOUR - 2, 9 * HOUR + 3, 12);
  expect(window).toMatchObject({ remaining: 1_900, limit: 2_000, unconfirmed: 1 });
  expect(rebased).toBe(false);
});

test('within one window the lower Remaining counts, in any order of responses', () => {
  const low = observe(first, 2 * HOUR, 690).window;
  expect(observeLate(low, 2 * HOUR - 2, 2 * HOUR + 3, 688).window).toMatchObject({ remaining: 688 });
});

test('row 92: a limit below Remaining counts as unknown', () => {
  expect(observe(first, 2 * HOUR, 690, 100).window).toMatchObject({ limit: 1_000, remaining: 690 });
  expect(observe(first, 2 * HOUR, 4_000, 100).window).toMatchObject({ limit: null, remaining: 4_000 });
  const failed = response(2 * HOUR, 2 * HOUR, false);
  expect(observeQuota(first, { limit: 5, remaining: undefined }, failed).window.limit).toBe(1_000);
});

test('a missing header keeps the counter, and the request counts as unconfirmed', () => {
  const { window } = observeQuota(first, { limit: undefined, remaining: undefined }, response(2 * HOUR));
  expect(window).toMatchObject({ limit: 1_000, remaining: 700, unconfirmed: 1, reported: false });
});

describe('with configured resets, at 10 o’clock each day', () => {
  const schedule = {
    after: (at: number) => (Math.floor(at / DAY_MS - 10 / 24) + 1) * DAY_MS + 10 * HOUR,
    delayMs: 10,
  };
  const see = (window: QuotaWindow, now: number, remaining: number) =>
    observe(window, now, remaining, 1_000, schedule).window;
  const empty = quotaWindowSchema.parse({ periodMs: DAY_MS });

  test('the window ends shortly after the next configured reset', () => {
    const scheduled = see(empty, HOUR, 700);
    expect(isOver(scheduled, 10 * HOUR + 9)).toBe(false);
    expect(isOver(scheduled, 10 * HOUR + 10)).toBe(true);
    expect(nextReset(scheduled, HOUR)).toBe(10 * HOUR + 10);
    expect(nextReset(see(scheduled, 9 * HOUR, 10), 9 * HOUR)).toBe(10 * HOUR + 10);
  });

  test('a reset that is seen within a minute of the configured time, before or after it, is the configured one', () => {
    const low = see(see(empty, HOUR, 700), 10 * HOUR - 60_000, 10);
    for (const at of [10 * HOUR - 50_000, 10 * HOUR + 1, 10 * HOUR + 50_000]) {
      expect(see(low, at, 1_000)).toMatchObject({ isScheduled: true, resetsBy: DAY_MS + 10 * HOUR + 10 });
    }
  });

  test('a reset at another time suspends them, so that a whole day is not spent until the next', () => {
    const low = see(see(empty, HOUR, 700), 8 * HOUR - 5_000, 10);
    const other = see(low, 8 * HOUR, 999);
    expect(other).toMatchObject({ isScheduled: false, resetsBy: DAY_MS + 8 * HOUR + 60_000 });
    expect(nextReset(other, 9 * HOUR)).toBeNull();
    const late = see(other, 10 * HOUR, 600);
    expect(late).toMatchObject({ isScheduled: false, resetsBy: other.resetsBy });
    // A reset at the configured time applies them again.
    const again = see(see(late, DAY_MS + 10 * HOUR - 5_000, 100), DAY_MS + 10 * HOUR + 1, 999);
    expect(again).toMatchObject({ isScheduled: true, resetsBy: 2 * DAY_MS + 10 * HOUR + 10 });
  });

  test('a reset that does not happen is expected a day later', () => {
    const scheduled = see(see(empty, HOUR, 700), 10 * HOUR + 20, 500);
    expect(scheduled).toMatchObject({ isScheduled: true, remaining: 500, resetsBy: DAY_MS + 10 * HOUR + 10 });
  });

  test('stored windows follow a changed configuration', () => {
    expect(reschedule(empty, schedule)).toEqual(empty);
    const scheduled = reschedule(first, schedule);
    expect(scheduled).toEqual({ ...first, isScheduled: true, resetsBy: 10 * HOUR + 10 });
    expect(reschedule(scheduled, schedule)).toEqual(scheduled);
    expect(reschedule(scheduled, null)).toEqual(first);
    const contradicted = see(see(scheduled, 8 * HOUR - 5_000, 10), 8 * HOUR, 999);
    expect(reschedule(contradicted, schedule)).toEqual(contradicted);
  });
});
