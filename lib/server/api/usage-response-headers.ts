import 'server-only';
import type { QuotaLedger } from '../quota/quota-ledger.ts';

/**
 * Returns upstream's last counters as headers with the names of the spec ("Limits"). A header that upstream
 * never sent is left out; the reset is reduced by the time since it was received.
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
