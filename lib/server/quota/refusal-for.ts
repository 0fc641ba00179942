import 'server-only';
import type { Clock } from '../clock.ts';
import type { QuotaFailure } from '../errors.ts';
import type { QuotaLedger } from './quota-ledger.ts';

/**
 * Why a request would have to wait until a monotonic moment, for whom it is too late: the quota that is used up, whose
 * boundary nobody knows, or else the minute.
 */
export function refusalFor(ledger: QuotaLedger, until: number, clock: Clock): QuotaFailure {
  const { state } = ledger.usage();
  if (state === 'daily_quota_exhausted' || state === 'monthly_quota_exhausted' || state === 'quota_unknown') {
    return { code: state, retryAt: null };
  }
  return { code: 'rate_limited', retryAt: clock.now() + (until - clock.monotonic()) };
}
