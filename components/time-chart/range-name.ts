import type { HistoryDays } from '@/lib/contract/history-days';

/**
 * The name of a time range, after "the last": "24 hours", "7 days". A range that is longer than what is remembered has the
 * length of that.
 *
 * @param keptDays for how many days observations are remembered; at least 1
 */
export function rangeName(days: HistoryDays, keptDays: number): string {
  const length = Math.min(days, keptDays);
  return length === 1 ? '24 hours' : `${length} days`;
}
