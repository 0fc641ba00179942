import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createQuotaLedger } from './quota-ledger.ts';
import { emptyState, type QuotaState } from './state.ts';

const MINUTES_A_DAY = 1440;
const DAILY = 60_000;
const MONTHLY = 1_000_000;
/** Of the organization, ours among them. */
const SPENT_A_MINUTE = 37;

/**
 * What the ledger knows after a week in which we sent a request each minute, and others many, on the clock of a process
 * that has run for so long: with fractions of milliseconds.
 */
export function weekOfRequests(): { clock: ReturnType<typeof createFakeClock>; state: QuotaState } {
  const clock = createFakeClock();
  clock.advance(0.123_456);
  let state = emptyState({ now: clock.monotonic(), wall: clock.now() });
  const ledger = createQuotaLedger({
    clock,
    random: () => 0.123_456_789,
    keep(kept) {
      state = kept;
    },
  });
  for (let minute = 0; minute < 7 * MINUTES_A_DAY; minute += 1) {
    clock.advance(60_000.001);
    const order = ledger.sent(minute % 3 === 0 ? 'detail' : 'inventory');
    const usage = {
      rateLimitLimit: 600,
      rateLimitRemaining: 590,
      rateLimitReset: 42,
      dailyLimit: DAILY,
      dailyRemaining: DAILY - (minute % MINUTES_A_DAY) * SPENT_A_MINUTE,
      monthlyLimit: MONTHLY,
      monthlyRemaining: MONTHLY - minute * SPENT_A_MINUTE,
    };
    ledger.answered({ order, usage, failure: null });
  }
  return { clock, state };
}
