import 'server-only';

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
