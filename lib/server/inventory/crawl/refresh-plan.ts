import 'server-only';
import { UNWATCHED_REFRESH_S } from '../../../contract/limits.ts';
import type { BackgroundGap } from '../../quota/pacing.ts';

interface RefreshPlan {
  /** The operator's interval, seconds; null while nobody looks. */
  wantedS: number | null;
  /** Seconds between the starts of two crawls. While all viewers have paused, it applies after they have left. */
  actualS: number;
  /**
   * Seconds until the next check whether a crawl may start. Equals `actualS`, except while the quota is used up: then the
   * wanted interval, so that each check reports the failure.
   */
  checkS: number;
  /** The limit that lengthens the interval. */
  limitedBy: BackgroundGap['limitedBy'];
}

const DAY_S = 86_400;

/**
 * Computes the refresh interval: while somebody looks, the operator's, or a longer one that the quota allows. Pure.
 *
 * @param input.isWatched whether somebody looks
 * @param input.minS the operator's minimum interval, seconds
 * @param input.cost current number of requests of a crawl
 * @param input.pages number of requests of a crawl without failures
 * @param input.gap the average gap between two background requests that the quota requires
 */
export function planRefresh(input: {
  isWatched: boolean;
  minS: number;
  cost: number;
  pages: number;
  gap: BackgroundGap;
}): RefreshPlan {
  const { isWatched, minS, cost, pages, gap } = input;
  const wantedS = isWatched ? minS : null;
  // A crawl that takes more requests than one without failures lengthens the interval by the same factor.
  const costRatio = Math.max(1, cost / pages);
  const intervalS = Math.ceil((wantedS ?? UNWATCHED_REFRESH_S) * costRatio);
  // An infinite gap means that no request may be sent. It is limited to a day.
  const isUsedUp = !Number.isFinite(gap.gapMs);
  const pacedS = Math.min((cost * gap.gapMs) / 1000, DAY_S);
  if (pacedS > intervalS) {
    const actualS = Math.ceil(pacedS);
    return { wantedS, actualS, checkS: isUsedUp ? intervalS : actualS, limitedBy: gap.limitedBy };
  }
  return { wantedS, actualS: intervalS, checkS: intervalS, limitedBy: null };
}

/** Consecutive crawls that read nothing. */
export interface FailedCrawls {
  count: number;
  /** Whether the last one sent no request. */
  isFree: boolean;
}

const FIRST_WAIT_MS = 5000;
/** Maximum wait while no requests are sent. */
const FREE_MAX_MS = 60_000;

/**
 * Returns when the next crawl is due, monotonic ms. After failures it is retried 5 s after the start of the last one,
 * doubled each time up to the pace, and without requests up to a minute.
 *
 * @param last when the last crawl started, monotonic ms
 * @param failed null: the interval of the pace applies
 */
export function nextStart(last: number, paceMs: number, failed: FailedCrawls | null): number {
  if (failed === null) return last + paceMs;
  const backoffMs = FIRST_WAIT_MS * 2 ** (failed.count - 1);
  return last + Math.min(backoffMs, paceMs, failed.isFree ? FREE_MAX_MS : paceMs);
}
