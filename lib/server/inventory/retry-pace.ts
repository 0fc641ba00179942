import 'server-only';

/** Crawls in a row that read nothing. */
export interface Failing {
  count: number;
  /** The last one spent no request. */
  isFree: boolean;
  /** By how much those that spent some came sooner than the pace allows, milliseconds: the next ones make up for it. */
  aheadMs: number;
}

const FIRST_MS = 5000;
/** Where nothing is spent, upstream is asked this often however long it lasts. */
const FREE_MAX_MS = 60_000;

export function afterFailure(before: Failing | null, isFree: boolean): Failing {
  return { count: (before?.count ?? 0) + 1, isFree, aheadMs: before?.aheadMs ?? 0 };
}

/** The next crawl begins so long after the last. @param paceMs how long after it the pace would have let it begin */
export function aheadOf(failing: Failing, paceMs: number, sinceMs: number): Failing {
  if (failing.isFree) return failing;
  return { ...failing, aheadMs: Math.max(0, failing.aheadMs + paceMs - sinceMs) };
}

/**
 * Milliseconds from the beginning of the last crawl to that of the next: 5 s, doubling. What cost nothing is tried anew
 * every minute. What did may come sooner than the pace allows at first, and later for it then, so that a day costs no
 * more than at that pace.
 */
export function retryMs({ count, isFree, aheadMs }: Failing, paceMs: number): number {
  const backoffMs = FIRST_MS * 2 ** (count - 1);
  return isFree ? Math.min(backoffMs, FREE_MAX_MS, paceMs) : Math.min(backoffMs, paceMs + aheadMs);
}
