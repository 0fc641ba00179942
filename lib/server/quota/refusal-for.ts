import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import type { Decision } from './admission.ts';
import type { QuotaLedger } from './quota-ledger.ts';

/**
 * Returns the failure of a request that cannot wait as long as the decision requires, derived from the cause of the
 * wait.
 */
export function refusalFor(
  ledger: QuotaLedger,
  { until, cause }: Extract<Decision, { kind: 'wait' }>,
  clock: Clock,
): UpstreamFailure {
  const retryAt = clock.now() + (until - clock.monotonic());
  switch (cause) {
    case 'backoff': {
      // Only probes wait for the end of a backoff; requests for other purposes are refused with its failure.
      const others = ledger.decide('inventory');
      return others.kind === 'refuse' ? others.failure : { code: 'quota_unknown', retryAt };
    }
    case 'answers':
      return { code: 'upstream_timeout' };
    case 'minute':
      return { code: 'rate_limited', retryAt };
    // The start of the windows is not published, and `until` is only an upper bound. So there is no retry time.
    case 'daily':
      return { code: 'daily_quota_exhausted', retryAt: null };
    case 'monthly':
      return { code: 'monthly_quota_exhausted', retryAt: null };
    // Upstream does not report its quota, so that the remaining requests are unknown.
    case 'own_day':
      return { code: 'quota_unknown', retryAt };
  }
}
