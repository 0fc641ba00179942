import 'server-only';
import type { QuotaLedger } from '../quota/quota-ledger.ts';

/**
 * The last seen upstream counters under the spec's own names (spec, "Limits"). A header upstream never sent is left
 * out; the reset is counted down by the time that has passed since it was seen.
 */
export function usageResponseHeaders(
  seen: ReturnType<QuotaLedger['responseCounters']>,
): [name: string, value: string][] {
  const { usage, secondsToReset } = seen;
  const counters: [string, number | null | undefined][] = [
    ['X-RateLimit-Limit', usage.rateLimitLimit],
    ['X-RateLimit-Remaining', usage.rateLimitRemaining],
    ['X-RateLimit-Reset', secondsToReset],
    ['X-Quota-Daily-Limit', usage.dailyLimit],
    ['X-Quota-Daily-Remaining', usage.dailyRemaining],
    ['X-Quota-Monthly-Limit', usage.monthlyLimit],
    ['X-Quota-Monthly-Remaining', usage.monthlyRemaining],
  ];
  return counters.flatMap(([name, value]) => (typeof value === 'number' ? [[name, String(value)]] : []));
}
