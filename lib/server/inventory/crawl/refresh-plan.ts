import 'server-only';
import type { BackgroundGap } from '../../quota/pacing.ts';
import { type Audience, isPaused } from './viewers.ts';

/** The limit that lengthens the requested interval. */
type RefreshLimit = 'minute' | 'daily' | 'monthly' | 'operator' | null;

export interface RefreshPlan {
  /** The shortest interval that viewers request, seconds; null without a request. */
  wantedS: number | null;
  /** Seconds between the starts of two crawls. While all viewers have paused, it applies after they have left. */
  actualS: number;
  /**
   * Seconds until the next check whether a crawl may start. Equals `actualS`, except while the quota is used up: then the
   * requested interval, so that each check reports the failure.
   */
  checkS: number;
  limitedBy: RefreshLimit;
  /** Whether there are viewers, and all of them have paused. */
  paused: boolean;
}

/** The refresh interval without viewers. While all viewers have paused, there are no crawls. */
export const IDLE_S = 900;
const DAY_S = 86_400;

/**
 * Computes the refresh interval: the shortest requested interval, limited by the operator's minimum and by the quota.
 * Pure.
 *
 * @param input.minS the operator's minimum interval, seconds
 * @param input.cost current number of requests of a crawl
 * @param input.pages number of requests of a crawl without failures
 * @param input.gap the average gap between two background requests that the quota requires
 */
export function planRefresh(input: {
  audience: Audience;
  minS: number;
  cost: number;
  pages: number;
  gap: BackgroundGap;
}): RefreshPlan {
  const { audience, minS, cost, pages, gap } = input;
  const { wantedS } = audience;
  // A crawl that takes more requests than one without failures lengthens the interval by the same factor.
  const costRatio = Math.max(1, cost / pages);
  const intervalS = Math.ceil((wantedS === null ? IDLE_S : Math.max(wantedS, minS)) * costRatio);
  // An infinite gap means that no request may be sent. It is limited to a day.
  const isUsedUp = !Number.isFinite(gap.gapMs);
  const pacedS = Math.min((cost * gap.gapMs) / 1000, DAY_S);
  const paused = isPaused(audience);
  if (pacedS > intervalS) {
    const actualS = Math.ceil(pacedS);
    return { wantedS, actualS, checkS: isUsedUp ? intervalS : actualS, limitedBy: gap.limitedBy, paused };
  }
  const limitedBy = wantedS !== null && wantedS < minS ? 'operator' : null;
  return { wantedS, actualS: intervalS, checkS: intervalS, limitedBy, paused };
}

/** Consecutive crawls that read nothing. */
export interface FailedCrawls {
  count: number;
  /** Whether the last one sent no request. */
  isFree: boolean;
  /** How much earlier than the pace allows those with requests started, ms. Later waits compensate for it. */
  aheadMs: number;
}

const FIRST_WAIT_MS = 5000;
/** Maximum wait while no requests are sent. */
const FREE_MAX_MS = 60_000;

export function addFailure(before: FailedCrawls | null, isFree: boolean): FailedCrawls {
  return { count: (before?.count ?? 0) + 1, isFree, aheadMs: before?.aheadMs ?? 0 };
}

/**
 * Records the start of the next crawl.
 *
 * @param paceMs the interval that the pace would have required
 * @param sinceMs the actual time since the start of the last crawl
 */
export function recordNextStart(failed: FailedCrawls, paceMs: number, sinceMs: number): FailedCrawls {
  if (failed.isFree) return failed;
  return { ...failed, aheadMs: Math.max(0, failed.aheadMs + paceMs - sinceMs) };
}

/**
 * Returns the time from the start of the last crawl to that of the next, ms: 5 s, doubled each time. Crawls without
 * requests are retried at least every minute. Crawls with requests start earlier than the pace allows at first and later
 * afterwards, so that a day costs no more than at that pace.
 */
export function retryMs({ count, isFree, aheadMs }: FailedCrawls, paceMs: number): number {
  const backoffMs = FIRST_WAIT_MS * 2 ** (count - 1);
  return isFree ? Math.min(backoffMs, FREE_MAX_MS, paceMs) : Math.min(backoffMs, paceMs + aheadMs);
}
