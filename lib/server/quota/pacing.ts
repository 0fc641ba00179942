import 'server-only';
import type { QuotaOutlook } from './forecast.ts';
import { DAY_MS } from './windows.ts';

/** The share of what can be had that background requests take; the rest is for people and for errors of ours. */
export const SHARE = 0.8;
/** Of each quota the last requests are never taken in the background. */
export const LAST_KEPT = 2;
/** Requests a day while upstream does not name its daily quota (row 15). */
export const CAREFUL_A_DAY = 1_000;
/** The pace never falls below this share of an even one, or the screen would die when others are expected to take all. */
const FLOOR_SHARE = 0.05;
/** Share of the limit that is kept back however quiet others are. */
const RESERVE = 0.01;
/** The end of a window is not rushed: as if at least this much time were left. */
const SHORTEST_MS = 900_000;

export interface PacingView {
  /** Requests a minute. */
  minuteLimit: number;
  /** Null while not known. */
  daily: QuotaOutlook | null;
  monthly: QuotaOutlook | null;
  /** The daily quota is not told at present: the careful limit of our own holds too. */
  careful: boolean;
}

export interface BackgroundGap {
  /** Average milliseconds between two background requests; infinite while there must be none. */
  gapMs: number;
  /** The window that asks for it; null when it is only our own careful limit. */
  limitedBy: 'minute' | 'daily' | 'monthly' | null;
}

/**
 * The average gap between two background requests, to be asked anew after each response. The widest of three:
 *
 * - minute: 0.8 of the limit, evenly.
 * - day and month: with T the time in which the window surely ends, what others are expected to spend until then and
 *   a reserve are set aside from Remaining; 0.8 of the rest is spread evenly over T. Since T shrinks and both are
 *   taken anew, the whole rest is used in the end, at a pace that stays near an even one: 80 % of it at the window's
 *   beginning, 100 % after two thirds.
 * - The reserve is one burst like the busiest hour (month: seven hours) that others had, at least 1 % of the limit.
 * - When nothing is left to spread, a trickle of 5 % of the even pace goes on, down to the last 2 requests.
 * - A window that is surely over asks for no gap: the next request looks, and tells.
 */
export function backgroundGap(view: PacingView, now: number): BackgroundGap {
  const gaps: BackgroundGap[] = [
    { limitedBy: 'minute', gapMs: 60_000 / (SHARE * view.minuteLimit) },
    { limitedBy: 'daily', gapMs: view.daily ? quotaGap(view.daily, now) : 0 },
    { limitedBy: 'monthly', gapMs: view.monthly ? quotaGap(view.monthly, now) : 0 },
    { limitedBy: null, gapMs: view.careful ? DAY_MS / (SHARE * CAREFUL_A_DAY) : 0 },
  ];
  return gaps.reduce((widest, gap) => (gap.gapMs > widest.gapMs ? gap : widest));
}

function quotaGap(quota: QuotaOutlook, now: number): number {
  const { limit, remaining, resetsBy, expected, burst } = quota;
  if (now >= resetsBy) return 0;
  if (remaining <= LAST_KEPT) return Number.POSITIVE_INFINITY;
  const left = Math.max(resetsBy - now, SHORTEST_MS);
  const available = remaining - setAside({ limit, expected, burst });
  return left / Math.max(SHARE * available, FLOOR_SHARE * remaining);
}

/** What others are expected to spend of a quota until it ends, and the reserve. Requests. */
function setAside({ limit, expected, burst }: Pick<QuotaOutlook, 'limit' | 'expected' | 'burst'>): number {
  return expected + Math.max(burst, RESERVE * limit);
}

/** How many of the requests that are left are kept for others: whole, and never more than are left. */
export function reserveOf(quota: QuotaOutlook | null): number | null {
  return quota && Math.min(quota.remaining, Math.ceil(setAside(quota)));
}
