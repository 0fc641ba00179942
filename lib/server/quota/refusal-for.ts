import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import type { Decision } from './admission.ts';
import type { QuotaLedger } from './quota-ledger.ts';

/** Why a request was not admitted that has no time for this wait: what it would have waited for. */
export function refusalFor(
  ledger: QuotaLedger,
  { until, cause }: Extract<Decision, { kind: 'wait' }>,
  clock: Clock,
): UpstreamFailure {
  const retryAt = clock.now() + (until - clock.monotonic());
  switch (cause) {
    case 'backoff': {
      // A probe waits for its time while all others are refused with the reason.
      const others = ledger.decide('inventory');
      return others.kind === 'refuse' ? others.failure : { code: 'quota_unknown', retryAt };
    }
    case 'answers':
      return { code: 'upstream_timeout' };
    case 'minute':
      return { code: 'rate_limited', retryAt };
    // Where their windows begin is not published: the wait is the longest it can be.
    case 'daily':
      return { code: 'daily_quota_exhausted', retryAt: null };
    case 'monthly':
      return { code: 'monthly_quota_exhausted', retryAt: null };
    // Upstream does not say how many it has left, so nobody knows what may be had.
    case 'own_day':
      return { code: 'quota_unknown', retryAt };
  }
}
