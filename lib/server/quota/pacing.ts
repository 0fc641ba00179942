import 'server-only';
import type { QuotaOutlook } from './forecast.ts';
import { DAY_MS } from './quota-window.ts';

/** The share of the available requests that the background uses. */
export const BACKGROUND_SHARE = 0.8;
/** The number of requests of each quota that the background never uses. */
export const QUOTA_RESERVE = 2;
/** Limit per day while upstream does not report a daily quota (row 15). */
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
