import type { UsageState } from '@/lib/contract/usage';

/** The quota that is used up, which stops refreshing until it resets; null if none is. */
export function usedUpQuota(state: UsageState): 'daily quota' | 'monthly quota' | null {
  if (state === 'daily_quota_exhausted') return 'daily quota';
  return state === 'monthly_quota_exhausted' ? 'monthly quota' : null;
}
