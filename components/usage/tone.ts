import type { MeterTone } from '@/components/ui/meter';
import type { UsageCounter } from '@/lib/contract/usage';

/** Below this share of a window its meter turns amber. */
export const NEAR = 0.2;

export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'neutral';
  if (remaining <= 0) return 'critical';
  return remaining < limit * NEAR ? 'warning' : 'neutral';
}
