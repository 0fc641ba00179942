import 'server-only';
import { createFakeClock, type FakeClock } from '@/lib/server/clock.fixtures';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { createQuotaLedger, type QuotaLedger } from './quota-ledger.ts';
import { parseResetTime } from './reset-time.ts';
import type { Purpose } from './upstream-request.ts';

export const plenty: UsageHeaders = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 30,
  dailyLimit: 5_000,
  dailyRemaining: 4_000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

/** A test bench: a ledger with helpers that record results. */
export interface Bench {
  clock: FakeClock;
  ledger: QuotaLedger;
  /** Records a request and its successful result. */
  good(usage?: UsageHeaders, purpose?: Purpose): void;
  fail(failure: UpstreamFailure, usage?: UsageHeaders): void;
  /** The kinds of the decisions for these purposes. */
  kinds(...purposes: Purpose[]): string[];
}

/** Creates a ledger with a fake clock. Jitter is half of its maximum. @param setting SIGHTLINE_QUOTA_RESET */
export function createBench(setting?: string): Bench {
  const clock = createFakeClock();
  const ledger = createQuotaLedger({
    clock,
    random: () => 0.5,
    resetTime: setting === undefined ? null : parseResetTime(setting),
  });
  function record(failure: UpstreamFailure | null, usage: UsageHeaders, purpose: Purpose): void {
    const order = ledger.sent(purpose);
    ledger.answered({ order, usage, failure });
  }
  return {
    clock,
    ledger,
    good: (usage = plenty, purpose = 'inventory') => record(null, usage, purpose),
    fail: (failure, usage = {}) => record(failure, usage, 'inventory'),
    kinds: (...purposes) => purposes.map((purpose) => ledger.decide(purpose).kind),
  };
}
