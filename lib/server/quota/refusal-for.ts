import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import { LAST_KEPT } from './pacing.ts';
import type { QuotaLedger } from './quota-ledger.ts';

/** No minute window lasts longer: its reset is clamped to an hour (usage-headers.ts), and may be a second late. */
const LONGEST_MINUTE_MS = 3_601_000;

/**
 * Why a request would have to wait until a monotonic moment, for whom that is too late: what upstream is left alone for,
 * the quota that is used up, whose boundary nobody knows, or else the minute.
 */
export function refusalFor(ledger: QuotaLedger, until: number, clock: Clock): UpstreamFailure {
  // A probe waits for its time while all others are refused with the reason.
  const others = ledger.decide('inventory');
  if (others.kind === 'refuse') return others.failure;
  const state = ledger.state();
  if (state === 'daily_quota_exhausted' || state === 'monthly_quota_exhausted' || state === 'quota_unknown') {
    return { code: state, retryAt: null };
  }
  const waitMs = until - clock.monotonic();
  if (waitMs <= LONGEST_MINUTE_MS) return { code: 'rate_limited', retryAt: clock.now() + waitMs };
  // The last requests of a quota are left to people.
  const { monthlyRemaining } = ledger.responseCounters().usage;
  const isMonth = monthlyRemaining !== undefined && monthlyRemaining <= LAST_KEPT;
  return { code: isMonth ? 'monthly_quota_exhausted' : 'daily_quota_exhausted', retryAt: null };
}
