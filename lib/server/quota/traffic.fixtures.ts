import 'server-only';
import fc from 'fast-check';
import { createLimiter, type Limits } from '@/lib/reference-api/limiter';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './quota-state.ts';
import type { Purpose } from './upstream-request.ts';

/**
 * A planned request: the time after the previous one, the latency to and from upstream, and whether the response is lost.
 */
export interface PlannedRequest {
  afterMs: number;
  purpose: Purpose;
  thereMs: number;
  backMs: number;
  ends: 'answered' | 'timed out' | 'without headers';
}

/** The default purposes: all except probes. */
export const purposes = ['inventory', 'list', 'detail', 'retry', 'settings'] as const;

/** Random requests in bursts and with pauses. @param max the longest pause, and the number of requests after the first */
export function plannedRequests(max: {
  afterMs: number;
  purposes?: readonly PlannedRequest['purpose'][];
  length: number;
}): fc.Arbitrary<PlannedRequest[]> {
  const planned: fc.Arbitrary<PlannedRequest> = fc.record({
    // Bursts as well as pauses.
    afterMs: fc.oneof(fc.constant(0), fc.nat({ max: 400 }), fc.nat({ max: max.afterMs })),
    purpose: fc.constantFrom(...(max.purposes ?? purposes)),
    thereMs: fc.nat({ max: 2_500 }),
    backMs: fc.nat({ max: 2_500 }),
    ends: fc.oneof(
      { weight: 8, arbitrary: fc.constant('answered' as const) },
      { weight: 1, arbitrary: fc.constant('timed out' as const) },
      { weight: 1, arbitrary: fc.constant('without headers' as const) },
    ),
  });
  // The first response must have counters, because the ledger has no data before it.
  const first = planned.map((one): PlannedRequest => ({ ...one, ends: 'answered' }));
  const others = fc.array(planned, { maxLength: max.length, size: 'max' });
  return fc.tuple(first, others).map(([one, rest]) => [one, ...rest]);
}

export interface Traffic {
  sent: number;
  mostInFlight: number;
  /** The requests that upstream rejected with 429, with the window that caused it. `at`: monotonic ms. */
  rateLimited: { purpose: Purpose; by: keyof Limits; at: number; isLost: boolean }[];
}

/**
 * Simulates requests against the reference API's limiter with a fake clock. The ledger decides about admission. It decides about
 * waiting requests again at the time that it returned, and after each response, interactive requests first.
 *
 * @param othersTake number of requests of others in the organization before the n-th of ours is counted
 * @param save receives each state of the ledger
 */
export function simulateTraffic(
  plannedRequests: readonly PlannedRequest[],
  limits: Limits,
  othersTake: (n: number) => number = () => 0,
  save: (state: QuotaState, moment: Moment) => void = () => {},
): Traffic {
  const clock = createFakeClock();
  const start = clock.now();
  const wall = () => start + clock.monotonic();
  const ledger = createQuotaLedger({
    clock,
    random: () => 0.5,
    save: (state) => save(state, { now: clock.monotonic(), wall: wall() }),
  });
  const limiter = createLimiter();
  const traffic: Traffic = { sent: 0, mostInFlight: 0, rateLimited: [] };
  let waiting: PlannedRequest[] = [];
  let inFlight = 0;
  let cancel: () => void = () => undefined;

  function send(planned: PlannedRequest): void {
    const order = ledger.sent(planned.purpose);
    traffic.sent += 1;
    inFlight += 1;
    traffic.mostInFlight = Math.max(traffic.mostInFlight, inFlight);
    clock.after(planned.thereMs, () => {
      for (let n = othersTake(traffic.sent); n > 0; n -= 1) {
        limiter.take(`of others ${n}`, 'org', { ...limits, minute: 1e9 }, wall());
      }
      const { refusedBy, remaining, resetSeconds } = limiter.take('ours', 'org', limits, wall());
      if (refusedBy) {
        const { purpose, ends } = planned;
        traffic.rateLimited.push({
          purpose,
          by: refusedBy,
          at: clock.monotonic(),
          isLost: ends === 'timed out',
        });
      }
      const usage: UsageHeaders = {
        rateLimitLimit: limits.minute,
        rateLimitRemaining: remaining.minute,
        rateLimitReset: resetSeconds,
        dailyLimit: limits.daily,
        dailyRemaining: remaining.daily,
        monthlyLimit: limits.monthly,
        monthlyRemaining: remaining.monthly,
      };
      clock.after(planned.backMs, () => {
        inFlight -= 1;
        if (planned.ends === 'timed out')
          ledger.answered({ order, usage: {}, failure: { code: 'upstream_timeout' } });
        else if (planned.ends === 'without headers' && !refusedBy)
          ledger.answered({ order, usage: {}, failure: null });
        else ledger.answered({ order, usage, failure: refusedBy && rateLimitFailure(refusedBy) });
        serve();
      });
    });
  }

  function serve(): void {
    cancel();
    let wake = Number.POSITIVE_INFINITY;
    const interactive = waiting.filter(({ purpose }) => purpose === 'detail' || purpose === 'list');
    for (const planned of [...interactive, ...waiting.filter((one) => !interactive.includes(one))]) {
      const decision = ledger.decide(planned.purpose);
      if (decision.kind === 'wait') wake = Math.min(wake, decision.until);
      else waiting = waiting.filter((one) => one !== planned);
      if (decision.kind === 'admit') send(planned);
    }
    if (Number.isFinite(wake)) cancel = clock.after(wake - clock.monotonic(), serve);
  }

  let at = 0;
  for (const planned of plannedRequests) {
    at += planned.afterMs;
    clock.after(at, () => {
      waiting.push(planned);
      serve();
    });
  }
  clock.advance(at + 600_000);
  return traffic;
}

function rateLimitFailure(window: keyof Limits): UpstreamFailure {
  const codes = {
    minute: 'rate_limited',
    daily: 'daily_quota_exhausted',
    monthly: 'monthly_quota_exhausted',
  } as const;
  return { code: codes[window], retryAt: null };
}
