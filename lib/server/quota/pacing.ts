import 'server-only';
import { BACKGROUND_SHARE, DAY_MS, LOW_QUOTA_SHARE } from '../../contract/limits.ts';
import { currentBackoff } from './backoff.ts';
import type { QuotaOutlook } from './forecast.ts';
import { minuteAllowance } from './minute-window.ts';
import type { QuotaState } from './quota-state.ts';
import type { QuotaWindow } from './quota-window.ts';

/** The number of requests of each quota that the background never uses. */
export const QUOTA_RESERVE = 2;
/** Limit per day while upstream does not report a daily quota (docs/failure-matrix.md, row 15). */
export const FALLBACK_PER_DAY = 1_000;
/** Minimum pace, as a share of an even one: refreshing must not stop because others may use everything. */
const MIN_SHARE = 0.05;
/** Minimum reserve for others, as a share of the limit. */
const RESERVE_SHARE = 0.01;
/** Minimum time over which the rest is distributed, so that the pace does not rise sharply before a reset. */
const MIN_REST_MS = 900_000;

interface PacingView {
  /** Requests per minute. */
  minuteLimit: number;
  daily: QuotaOutlook | null;
  monthly: QuotaOutlook | null;
  /** Whether `FALLBACK_PER_DAY` applies. */
  usesFallback: boolean;
}

export interface BackgroundGap {
  /** Average time between two background requests, ms; infinite while none may be sent. */
  gapMs: number;
  /** The window that requires the gap; null: our own fallback limit. */
  limitedBy: 'minute' | 'daily' | 'monthly' | null;
}

/**
 * Returns the average gap between two background requests, to be computed again after each response. It is the widest
 * of these gaps:
 *
 * - Minute: 0.8 of the limit, evenly distributed.
 * - Day and month: let T be the time until the end of the window (its configured reset, otherwise its certain end). The
 *   expected usage of others until then and a reserve are subtracted from Remaining; 0.8 of the rest is distributed
 *   evenly over T. Because T decreases and the gap is recomputed, the rest is finally used, at a nearly even pace: 80 %
 *   of the even one at the start of the window, 100 % after two thirds.
 * - The reserve is one burst like the busiest hour (month: seven hours) of others, at least 1 % of the limit.
 * - When nothing is left to distribute, 5 % of the even pace remains, down to the last 2 requests.
 * - A window that has ended requires no gap, because the next response reports the new one.
 *
 * @param now monotonic ms
 */
export function backgroundGap(view: PacingView, now: number): BackgroundGap {
  const gaps: BackgroundGap[] = [
    { limitedBy: 'minute', gapMs: 60_000 / (BACKGROUND_SHARE * view.minuteLimit) },
    { limitedBy: 'daily', gapMs: view.daily ? quotaGap(view.daily, now) : 0 },
    { limitedBy: 'monthly', gapMs: view.monthly ? quotaGap(view.monthly, now) : 0 },
    { limitedBy: null, gapMs: view.usesFallback ? DAY_MS / (BACKGROUND_SHARE * FALLBACK_PER_DAY) : 0 },
  ];
  return gaps.reduce((widest, gap) => (gap.gapMs > widest.gapMs ? gap : widest));
}

function quotaGap(quota: QuotaOutlook, now: number): number {
  const { remaining, resetsBy } = quota;
  if (now >= resetsBy) return 0;
  if (remaining <= QUOTA_RESERVE) return Number.POSITIVE_INFINITY;
  const left = Math.max(resetsBy - now, MIN_REST_MS);
  const available = remaining - reservedForOthers(quota);
  return left / Math.max(BACKGROUND_SHARE * available, MIN_SHARE * remaining);
}

/** The expected usage of others until the end of the window, plus the reserve. Requests. */
function reservedForOthers({ limit, expected, burst }: QuotaOutlook): number {
  return expected + Math.max(burst, RESERVE_SHARE * limit);
}

/** Number of the remaining requests that are reserved for others: an integer, at most the remaining ones. */
export function reserveOf(quota: QuotaOutlook | null): number | null {
  return quota && Math.min(quota.remaining, Math.ceil(reservedForOthers(quota)));
}

/** The share of the minute's limit that settings may use. */
export const MINUTE_SHARE = 0.5;
/** The shares of the day and of the month that settings may use until all are known: of what is left above the reserve. */
const DAY_SHARE = 0.25;
const MONTH_SHARE = 0.1;
/** The share of the pace of crawls with which modified monitors are read once all settings are known. */
const UPDATE_SHARE = 0.1;
/** The shortest time between two requests, whatever the limits. */
const MIN_GAP_MS = 200;

/**
 * Whether settings may be read. `gapMs`: the time between two requests, infinite until the next reset of a quota. `until`: when
 * all are known, monotonic ms; null: never, as far as can be foreseen. `low`: few requests are left, or none may be sent.
 */
export type SettingsPace =
  | { kind: 'unknown' | 'low' }
  | { kind: 'open'; gapMs: number; until: number | null };

/**
 * Returns how fast settings may be read (docs/quota.md, "Settings of all monitors").
 *
 * @param rest number of monitors whose settings were never read; 0: only modified monitors are read again
 * @param gap between two background requests
 * @param now monotonic ms
 */
export function settingsPace(
  state: QuotaState,
  outlooks: Record<'daily' | 'monthly', QuotaOutlook | null>,
  gap: BackgroundGap,
  rest: number,
  now: number,
): SettingsPace {
  const { minute, daily, monthly } = state;
  if (currentBackoff(state, now) !== null) return { kind: 'low' };
  const perMinute = Math.floor(MINUTE_SHARE * minuteAllowance(minute, state.inFlight, now).limit);
  const day = budgetOf(daily, outlooks.daily, DAY_SHARE, now);
  const month = budgetOf(monthly, outlooks.monthly, MONTH_SHARE, now);
  if (minute.reported !== true || day === null || month === null) return { kind: 'unknown' };
  if (perMinute === 0 || day.isLow || month.isLow) return { kind: 'low' };
  const fastestMs = Math.max(60_000 / perMinute, MIN_GAP_MS);
  if (rest === 0) {
    return { kind: 'open', gapMs: Math.max(gap.gapMs / UPDATE_SHARE, fastestMs), until: null };
  }
  const isSpent = Math.min(day.left, month.left) < 1;
  const until = Math.max(endOf(day, rest, fastestMs, now), endOf(month, rest, fastestMs, now));
  return {
    kind: 'open',
    gapMs: isSpent ? Number.POSITIVE_INFINITY : fastestMs,
    until: Number.isFinite(until) ? until : null,
  };
}

interface Budget {
  /** Number of requests for settings that the window still allows. */
  left: number;
  /** Number of requests for settings in each later window. */
  later: number;
  resetsBy: number;
  periodMs: number;
  isLow: boolean;
}

/** Returns what settings may use of a quota; null while it is unknown. The share includes what they have used before. */
function budgetOf(
  { reported, settings, periodMs }: QuotaWindow,
  quota: QuotaOutlook | null,
  share: number,
  now: number,
): Budget | null {
  if (reported !== true || quota === null || now >= quota.resetsBy) return null;
  const { limit, remaining, resetsBy } = quota;
  const reserve = reserveOf(quota) ?? 0;
  return {
    left: Math.floor(share * (remaining - reserve + settings) - settings),
    later: Math.floor(share * (limit - reserve)),
    resetsBy,
    periodMs,
    isLow: remaining < LOW_QUOTA_SHARE * limit,
  };
}

/** When the quota allows the last of `rest` requests, monotonic ms. */
function endOf({ left, later, resetsBy, periodMs }: Budget, rest: number, gapMs: number, now: number) {
  const afterReset = rest - Math.max(0, left);
  if (afterReset <= 0) return now + rest * gapMs;
  if (later < 1) return Number.POSITIVE_INFINITY;
  const windows = Math.ceil(afterReset / later);
  return resetsBy + (windows - 1) * periodMs + (afterReset - (windows - 1) * later) * gapMs;
}
