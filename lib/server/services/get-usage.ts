import 'server-only';
import type { Usage, UsageCounter, UsageState } from '@/lib/contract/usage';
import type { Clock } from '../clock';
import type { Counters, Ledger } from '../quota/ledger';

/** Below this share of a window the state is `near_limit`. */
const NEAR = 0.2;

/** What the counters say. Costs no upstream request. */
export type GetUsage = () => Usage;

export function createGetUsage(parts: { ledger: Ledger; clock: Clock }): GetUsage {
  return () => {
    const counters = parts.ledger.counters();
    const { usage, observedAt, secondsToReset, refusal } = counters;
    const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      data: {
        state: stateOf(counters),
        observed_at: instant(observedAt),
        rate_limit: {
          limit: usage.rateLimitLimit ?? null,
          remaining: usage.rateLimitRemaining ?? null,
          resets_at: instant(secondsToReset === null ? null : parts.clock.now() + secondsToReset * 1000),
        },
        daily: quotaCounter(usage.dailyLimit, usage.dailyRemaining),
        monthly: quotaCounter(usage.monthlyLimit, usage.monthlyRemaining),
        retry_at: instant(refusal?.retryAt ?? null),
      },
    };
  };
}

/** The boundaries of the quota windows are not published (spec, "Limits"), so no reset time is given. */
function quotaCounter(limit: number | undefined, remaining: number | undefined): UsageCounter {
  return { limit: limit ?? null, remaining: remaining ?? null, resets_at: null };
}

function stateOf({ usage, observedAt, secondsToReset, refusal }: Counters): UsageState {
  if (refusal) return refusal.code;
  if (observedAt === null) return 'unknown';
  if (usage.monthlyRemaining === 0) return 'monthly_quota_exhausted';
  if (usage.dailyRemaining === 0) return 'daily_quota_exhausted';
  // Once the window has reset, what remained of the old one says nothing any more.
  const minuteHolds = secondsToReset !== 0;
  if (minuteHolds && usage.rateLimitRemaining === 0) return 'rate_limited';
  const near =
    (minuteHolds && isNear(usage.rateLimitRemaining, usage.rateLimitLimit)) ||
    isNear(usage.dailyRemaining, usage.dailyLimit) ||
    isNear(usage.monthlyRemaining, usage.monthlyLimit);
  return near ? 'near_limit' : 'ok';
}

function isNear(remaining: number | undefined, limit: number | undefined): boolean {
  return remaining !== undefined && limit !== undefined && remaining < limit * NEAR;
}
