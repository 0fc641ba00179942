import type { MeterTone } from '@/components/ui/meter';
import type { UsageCounter, UsageState } from '@/lib/contract/usage';

/** Below this share of a window its meter is amber. */
export const NEAR = 0.2;

export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'neutral';
  if (remaining <= 0) return 'critical';
  return remaining < limit * NEAR ? 'warning' : 'neutral';
}

/** How serious a state is. */
export const stateTones = {
  ok: 'neutral',
  unknown: 'neutral',
  near_limit: 'warning',
  rate_limited: 'critical',
  daily_quota_exhausted: 'critical',
  monthly_quota_exhausted: 'critical',
  quota_unknown: 'critical',
} as const satisfies Record<UsageState, MeterTone>;

/** Class names of a number's or an icon's colour. */
export const toneInk: Readonly<Record<MeterTone, string>> = {
  neutral: 'text-ink',
  warning: 'text-overdue',
  critical: 'text-down',
};
