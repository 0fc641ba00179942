import 'server-only';
import type { QuotaOutlook } from './forecast.ts';

/** Minimum reserve, as a share of the limit. */
const RESERVE_SHARE = 0.01;

/** The expected usage of others until the end of the window, plus the reserve. Requests. */
export function reservedForOthers({
  limit,
  expected,
  burst,
}: Pick<QuotaOutlook, 'limit' | 'expected' | 'burst'>): number {
  return expected + Math.max(burst, RESERVE_SHARE * limit);
}

/** Number of the remaining requests that are reserved for others: an integer, at most the remaining ones. */
export function reserveOf(quota: QuotaOutlook | null): number | null {
  return quota && Math.min(quota.remaining, Math.ceil(reservedForOthers(quota)));
}
