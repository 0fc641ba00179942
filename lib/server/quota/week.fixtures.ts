import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createQuotaLedger } from './quota-ledger.ts';
import { emptyState, type QuotaState } from './state.ts';

const MINUTES_A_DAY = 1440;
const DAILY = 60_000;
const MONTHLY = 1_000_000;
/** Requests of the organization per minute, including ours. */
const SPENT_PER_MINUTE = 37;

/**
 * Returns the state of a ledger after a week in which we sent one request per minute and others sent many, and the clock.
 * Times have fractions of milliseconds, as in a real process.
 */
export function weekOfRequests(): { clock: ReturnType<typeof createFakeClock>; state: QuotaState } {
  const clock = createFakeClock();
  clock.advance(0.123_456);
  let state = emptyState({ now: clock.monotonic(), wall: clock.now() });
  const ledger = createQuotaLedger({
    clock,
    random: () => 0.123_456_789,
    save(next) {
      state = next;
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
      dailyRemaining: DAILY - (minute % MINUTES_A_DAY) * SPENT_PER_MINUTE,
      monthlyLimit: MONTHLY,
      monthlyRemaining: MONTHLY - minute * SPENT_PER_MINUTE,
    };
    ledger.answered({ order, usage, failure: null });
  }
  return { clock, state };
}
