import type { MeterTone } from '@/components/ui/meter';
import type { Usage, UsageCounter } from '@/lib/contract/usage';
import { formatAge, formatShare } from '@/lib/text/format';
import { toneOf } from './tone';

/** The status of a window, and its label beside the meter. */
export function windowStatus(counter: UsageCounter): { status: MeterTone | 'unknown'; label: string } {
  const { limit, remaining } = counter;
  if (limit === null || remaining === null) return { status: 'unknown', label: 'No data yet' };
  const tone = toneOf(counter);
  const share = formatShare(remaining, limit);
  if (tone === 'critical') return { status: tone, label: 'Used up' };
  // The status neutral needs no label.
  return { status: tone, label: tone === 'warning' ? `Low: ${share}` : '' };
}

/** The reason why a window is unknown. */
export function unknownMessage(data: Usage['data']): string {
  const { trouble } = data.access;
  const { inventory, list, detail, probe, retry } = data.spent_here;
  if (data.observed_at !== null) return 'not included in API responses';
  if (trouble) return 'no successful API response yet';
  return inventory + list + detail + probe + retry === 0
    ? 'no API requests yet'
    : 'no counters in API responses so far';
}

/**
 * The time until a window resets: "resets in 34 s".
 *
 * @param now the server's time, in milliseconds since the epoch
 * @param time the result of `configuredReset`: "resets at 00:00 (Europe/Berlin), in 5 h"
 */
export function resetMessage(resetsAt: string, now: number, time: string | null = null): string {
  const seconds = Math.ceil((Date.parse(resetsAt) - now) / 1000);
  if (seconds <= 0) return 'new period, nothing used yet';
  return `resets ${time === null ? '' : `${time}, `}in ${formatAge(seconds)}`;
}
