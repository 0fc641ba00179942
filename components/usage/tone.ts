import type { MeterTone } from '@/components/ui/meter';
import { LOW_QUOTA_SHARE } from '@/lib/contract/quota-rules';
import type { UsageCounter, UsageState } from '@/lib/contract/usage';

/** The tone of a window's meter; neutral if unknown. */
export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'neutral';
  if (remaining <= 0) return 'critical';
  return remaining < limit * LOW_QUOTA_SHARE ? 'warning' : 'neutral';
}

/** The tone of each state. */
export const stateTones = {
  ok: 'neutral',
  unknown: 'neutral',
  near_limit: 'warning',
  rate_limited: 'critical',
  daily_quota_exhausted: 'critical',
  monthly_quota_exhausted: 'critical',
  quota_unknown: 'critical',
} as const satisfies Record<UsageState, MeterTone>;

/** The class names of the text color of each tone. */
export const toneInk: Readonly<Record<MeterTone, string>> = {
  neutral: 'text-ink',
  warning: 'text-overdue',
  critical: 'text-down',
};
