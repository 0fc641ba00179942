import 'server-only';
import fc from 'fast-check';
import { createLimiter, type Limits } from '@/lib/reference-api/limiter';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import type { Purpose } from './events.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './state.ts';

/** A wish for one request: how long after the one before, its ways there and back, and whether its answer is lost. */
export interface Wish {
  afterMs: number;
  purpose: Purpose;
  thereMs: number;
  backMs: number;
  ends: 'answered' | 'timed out' | 'without headers';
}

/** What people and the background ask for; probes are asked for by name. */
export const purposes = ['inventory', 'list', 'detail', 'retry'] as const;

/** Wishes in bursts and with pauses. @param most the longest pause, and how many wishes beside the first */
export function wishes(most: {
  afterMs: number;
  purposes?: readonly Wish['purpose'][];
  length: number;
}): fc.Arbitrary<Wish[]> {
  const wish: fc.Arbitrary<Wish> = fc.record({
    // Bursts as well as pauses.
    afterMs: fc.oneof(fc.constant(0), fc.nat({ max: 400 }), fc.nat({ max: most.afterMs })),
    purpose: fc.constantFrom(...(most.purposes ?? purposes)),
    thereMs: fc.nat({ max: 2_500 }),
    backMs: fc.nat({ max: 2_500 }),
    ends: fc.oneof(
      { weight: 8, arbitrary: fc.constant('answered' as const) },
      { weight: 1, arbitrary: fc.constant('timed out' as const) },
      { weight: 1, arbitrary: fc.constant('without headers' as const) },
    ),
  });
  // Before upstream has told anything there is nothing to go by.
  const first = wish.map((one): Wish => ({ ...one, ends: 'answered' }));
  const others = fc.array(wish, { maxLength: most.length, size: 'max' });
  return fc.tuple(first, others).map(([one, rest]) => [one, ...rest]);
}

export interface Traffic {
  sent: number;
  mostInFlight: number;
  /** The requests upstream refused: what for, and by which window. */
  refused: { purpose: Purpose; by: keyof Limits }[];
}

/**
 * Plays wishes against the reference API's limiter, with the ledger deciding, on a clock moved by hand. Who waits is
 * asked for again when the ledger said, and after each answer, people first.
 *
 * @param othersTake how many requests others of the organization make before the n-th of ours is counted
 * @param keep is told what the ledger knows, each time that changes
 */
export function play(
  wishes: readonly Wish[],
  limits: Limits,
  othersTake: (n: number) => number = () => 0,
  keep: (state: QuotaState, moment: Moment) => void = () => {},
): Traffic {
  const clock = createFakeClock();
  const start = clock.now();
  const wall = () => start + clock.monotonic();
  const ledger = createQuotaLedger({
    clock,
    random: () => 0.5,
    keep: (state) => keep(state, { now: clock.monotonic(), wall: wall() }),
  });
  const limiter = createLimiter();
  const traffic: Traffic = { sent: 0, mostInFlight: 0, refused: [] };
  let waiting: Wish[] = [];
  let inFlight = 0;
  let cancel: () => void = () => undefined;

  function send(wish: Wish): void {
    const order = ledger.sent(wish.purpose);
    traffic.sent += 1;
    inFlight += 1;
    traffic.mostInFlight = Math.max(traffic.mostInFlight, inFlight);
    clock.after(wish.thereMs, () => {
      for (let n = othersTake(traffic.sent); n > 0; n -= 1) {
        limiter.take(`of others ${n}`, 'org', { ...limits, minute: 1e9 }, wall());
      }
      const { refusedBy, remaining, resetSeconds } = limiter.take('ours', 'org', limits, wall());
      if (refusedBy) traffic.refused.push({ purpose: wish.purpose, by: refusedBy });
      const usage: UsageHeaders = {
        rateLimitLimit: limits.minute,
        rateLimitRemaining: remaining.minute,
        rateLimitReset: resetSeconds,
        dailyLimit: limits.daily,
        dailyRemaining: remaining.daily,
        monthlyLimit: limits.monthly,
        monthlyRemaining: remaining.monthly,
      };
      clock.after(wish.backMs, () => {
        inFlight -= 1;
        if (wish.ends === 'timed out')
          ledger.answered({ order, usage: {}, failure: { code: 'upstream_timeout' } });
        else if (wish.ends === 'without headers' && !refusedBy)
          ledger.answered({ order, usage: {}, failure: null });
        else ledger.answered({ order, usage, failure: refusedBy && refusalBy(refusedBy) });
        serve();
      });
    });
  }

  function serve(): void {
    cancel();
    let wake = Number.POSITIVE_INFINITY;
    const people = waiting.filter(({ purpose }) => purpose === 'detail' || purpose === 'list');
    for (const wish of [...people, ...waiting.filter((one) => !people.includes(one))]) {
      const decision = ledger.decide(wish.purpose);
      if (decision.kind === 'wait') wake = Math.min(wake, decision.until);
      else waiting = waiting.filter((one) => one !== wish);
      if (decision.kind === 'admit') send(wish);
    }
    if (Number.isFinite(wake)) cancel = clock.after(wake - clock.monotonic(), serve);
  }

  let at = 0;
  for (const wish of wishes) {
    at += wish.afterMs;
    clock.after(at, () => {
      waiting.push(wish);
      serve();
    });
  }
  clock.advance(at + 600_000);
  return traffic;
}

function refusalBy(window: keyof Limits): UpstreamFailure {
  const codes = {
    minute: 'rate_limited',
    daily: 'daily_quota_exhausted',
    monthly: 'monthly_quota_exhausted',
  } as const;
  return { code: codes[window], retryAt: null };
}
