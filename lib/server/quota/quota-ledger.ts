import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { type Decision, decide, keptFromBackground } from './admission.ts';
import { type Backoff, isRefusal } from './backoff-state.ts';
import { minuteAllowance } from './counters.ts';
import type { Purpose } from './events.ts';
import { outlook } from './forecast.ts';
import { type BackgroundGap, backgroundGap, reserveOf } from './pacing.ts';
import { isRetryAllowed } from './spending.ts';
import {
  afterAnswer,
  afterSending,
  emptyState,
  type Moment,
  type Outcome,
  type QuotaState,
} from './state.ts';
import { lastCounters, reportUsage, type UsageReport, usageState } from './usage-report.ts';
import { isOver, type QuotaWindow } from './windows.ts';

/** The record of usage and of our own requests, and what follows from it for the next one. */
export interface QuotaLedger {
  /** Whether one more request for this purpose may go now. Asking changes nothing. */
  decide(purpose: Purpose): Decision;
  /** A request goes out. Exactly one `answered` follows. @returns its number, by which the answer names it */
  sent(purpose: Purpose): number;
  /** A request has ended. @returns the backoff before and after, for events */
  answered(outcome: Outcome): { before: Backoff | null; after: Backoff | null };
  /** The average gap between two background requests, as of now. */
  gap(): BackgroundGap;
  /** How many requests of the day and of the month are kept for others; null while upstream has not told the quota. */
  reserve(): { daily: number | null; monthly: number | null };
  /** How many background requests the minute has room for now. */
  burst(): number;
  /** How many requests are left of the day and the month, as far as upstream says; infinite where it does not. */
  left(): number;
  /**
   * A person asks to try again: a rejected key is probed at once, for all people together at most once in 10 s.
   * @returns whether a probe may go now
   */
  tryAgain(): boolean;
  /** Whether one more retry keeps them at or below a tenth of our requests. */
  retryAllowed(): boolean;
  usage(): UsageReport;
  /** `state` of the same, which costs much less. */
  state(): UsageReport['state'];
  /** The last seen counters, for our own answers' headers. */
  responseCounters(): { usage: UsageHeaders; secondsToReset: number | null };
}

/** People who try again let one probe through in so many milliseconds, all of them together. */
const TRY_AGAIN_MS = 10_000;

/**
 * @param parts.random 0 (inclusive) to 1 (exclusive)
 * @param parts.known what an earlier process knew; its instants are of this clock
 * @param parts.keep is told each new state, to keep it for the next process
 */
export function createQuotaLedger(parts: {
  clock: Clock;
  random: () => number;
  known?: QuotaState | null;
  keep?: (state: QuotaState) => void;
}): QuotaLedger {
  const { clock, random, keep } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  let state = parts.known ?? emptyState(moment());
  let triedAgainAt = Number.NEGATIVE_INFINITY;

  return {
    decide(purpose) {
      const { now, wall } = moment();
      const { current } = state.backoff;
      const decision = decide({ ...state, backoff: current }, now, purpose);
      return decision.kind === 'refuse'
        ? { ...decision, failure: dated(decision.failure, current, { now, wall }) }
        : decision;
    },
    sent(purpose) {
      state = afterSending(state, purpose, clock.monotonic());
      keep?.(state);
      return state.inFlight.order;
    },
    answered(outcome) {
      const before = state.backoff.current;
      state = afterAnswer(state, outcome, moment(), random());
      keep?.(state);
      return { before, after: state.backoff.current };
    },
    gap() {
      const now = clock.monotonic();
      const { minute, inFlight, daily } = state;
      const view = {
        minuteLimit: minuteAllowance(minute, inFlight, now).limit,
        ...outlooks(state, now),
        careful: daily.reported !== true,
      };
      return backgroundGap(view, now);
    },
    reserve() {
      const { daily, monthly } = outlooks(state, clock.monotonic());
      return { daily: reserveOf(daily), monthly: reserveOf(monthly) };
    },
    burst() {
      const { limit, left } = minuteAllowance(state.minute, state.inFlight, clock.monotonic());
      return Math.max(0, left - keptFromBackground(limit));
    },
    left() {
      const { daily, monthly, inFlight } = state;
      const now = clock.monotonic();
      const leftOf = (window: QuotaWindow) =>
        window.remaining === null || isOver(window, now)
          ? Number.POSITIVE_INFINITY
          : Math.max(0, window.remaining - window.unconfirmed - inFlight.requests.length);
      return Math.min(leftOf(daily), leftOf(monthly));
    },
    tryAgain() {
      const now = clock.monotonic();
      const { current } = state.backoff;
      if (current?.cause !== 'rejected' || now - triedAgainAt < TRY_AGAIN_MS) return false;
      triedAgainAt = now;
      const openAt = Math.min(current.openAt, now);
      state = { ...state, backoff: { ...state.backoff, current: { ...current, openAt } } };
      return decide({ ...state, backoff: state.backoff.current }, now, 'probe').kind === 'admit';
    },
    retryAllowed: () => isRetryAllowed(state.spentHere),
    usage: () => reportUsage(state, moment()),
    state: () => usageState(state, clock.monotonic()),
    responseCounters: () => lastCounters(state, clock.monotonic()),
  };
}

function outlooks({ daily, monthly, elsewhere }: QuotaState, now: number) {
  return {
    daily: outlook(daily, elsewhere.daily, now),
    monthly: outlook(monthly, elsewhere.monthly, now),
  };
}

/** The wall time of `retryAt` is made when it is told, so that a clock set anew in between does not falsify it. */
function dated(failure: UpstreamFailure, current: Backoff | null, { now, wall }: Moment): UpstreamFailure {
  if (!isRefusal(failure)) return failure;
  const at = current?.retryAt ?? null;
  return { ...failure, retryAt: at === null ? null : wall + (at - now) };
}
