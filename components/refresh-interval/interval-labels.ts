import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { Usage, UsageState } from '@/lib/contract/usage';
import { formatDuration, formatInteger, formatInterval } from '@/lib/text/format';

/** "Every 30 s", or "Paused". */
export function intervalLabel(choice: RefreshInterval): string {
  return choice === 'off' ? 'Paused' : `Every ${formatInterval(Number(choice))}`;
}

/** "Auto-refresh every 1 min 42 s", with the actual interval; "Auto-refresh paused". @param usage see `slowedInterval` */
export function refreshStatus(choice: RefreshInterval, usage: Parameters<typeof slowedInterval>[1]): string {
  return `Auto-refresh ${slowedInterval(choice, usage) ?? intervalLabel(choice).toLowerCase()}`;
}

/** A number of requests: "1 request", "1,204 requests". */
export function requests(cost: number): string {
  return `${formatInteger(cost)} ${cost === 1 ? 'request' : 'requests'}`;
}

/**
 * The actual interval ("every 1 h" or "on hold") when it is longer than the user's choice; otherwise null. Up
 * to ten percent more is ignored as rounding.
 */
export function slowedInterval(
  choice: RefreshInterval,
  usage: Pick<Usage['data'], 'refresh' | 'state'> | undefined,
): string | null {
  if (choice === 'off' || usage === undefined || usage.refresh.wanted_s === null) return null;
  if (usedUpQuota(usage.state) || usage.state === 'quota_unknown') return 'on hold';
  const { actual_s: actual } = usage.refresh;
  return actual > Number(choice) * 1.1 ? `every ${formatDuration(actual)}` : null;
}

/** The quota that is used up, which stops refreshing until it resets; null if none is. */
export function usedUpQuota(state: UsageState): 'daily' | 'monthly' | null {
  if (state === 'daily_quota_exhausted') return 'daily';
  return state === 'monthly_quota_exhausted' ? 'monthly' : null;
}
