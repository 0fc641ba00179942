import type { MeterTone } from '@/components/ui/meter';
import type { UsageCounter } from '@/lib/contract/usage';

/** Below this share of a window its meter turns amber (design: quota, `near_limit`). */
export const NEAR = 0.2;

export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'calm';
  if (remaining <= 0) return 'out';
  return remaining < limit * NEAR ? 'near' : 'calm';
}
