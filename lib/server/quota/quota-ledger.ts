import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { type Decision, decide, interactiveReserve } from './admission.ts';
import { type Backoff, isQuotaFailure } from './backoff-state.ts';
import type { Purpose } from './events.ts';
import { outlook } from './forecast.ts';
import { minuteAllowance } from './minute-window.ts';
import { type BackgroundGap, backgroundGap } from './pacing.ts';
import { isOver, type QuotaWindow } from './quota-window.ts';
import { reserveOf } from './reserve-for-others.ts';
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

/** Records quota counters and our own requests, and decides about the next request. */
export interface QuotaLedger {
  /** Decides whether one more request for this purpose may be sent now. Does not change the state. */
  decide(purpose: Purpose): Decision;
  /** Records a request that is sent. Exactly one `answered` must follow. @returns its order, which identifies it */
  sent(purpose: Purpose): number;
  /** Records the result of a request. @returns the backoff before and after, for events */
  answered(outcome: Outcome): { before: Backoff | null; after: Backoff | null };
  /** The current average gap between two background requests. */
  gap(): BackgroundGap;
  /** Requests of the day and of the month that are reserved for others; null while the quota is unknown. */
  reserve(): { daily: number | null; monthly: number | null };
  /** Number of background requests that the minute allows now. */
  burst(): number;
  /** Number of requests left of both the day and the month, as last reported; infinite while both are unknown. */
  left(): number;
  /**
   * Allows a probe at once while the key is rejected, because a user requested a retry: at most once in 10 s for all
   * users together.
   *
   * @returns whether a probe may be sent now
   */
  requestProbe(): boolean;
  /** Whether one more retry keeps retries at or below a tenth of our requests. */
  retryAllowed(): boolean;
  /** The report for GET /api/usage. */
  usage(): UsageReport;
  /** The `state` of the report, which is cheaper to compute. */
  state(): UsageReport['state'];
  /** The last counters, for the headers of our own responses. */
  responseCounters(): { usage: UsageHeaders; secondsToReset: number | null };
  /** The complete state. */
  current(): QuotaState;
  /** Replaces the state by that of other replicas. */
  replace(state: QuotaState): void;
}

/** Minimum time between two probes that users requested. */
const PROBE_REQUEST_MS = 10_000;

/**
 * @param parts.random 0 (inclusive) to 1 (exclusive)
 * @param parts.initial the state of the previous process, with times of this clock; default: an empty state
 * @param parts.save receives each new state, to store it for the next process
 */
export function createQuotaLedger(parts: {
  clock: Clock;
  random: () => number;
  initial?: QuotaState | null;
  save?: (state: QuotaState) => void;
}): QuotaLedger {
  const { clock, random, save } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  let state = parts.initial ?? emptyState(moment());
  let probedAt = Number.NEGATIVE_INFINITY;
  /** Whether a probe that a user requested may be sent before its time. */
  let mayProbe = false;

  /** The backoff that applies to the next request. */
  function backoffNow(): Backoff | null {
    const { current } = state.backoff;
    if (!mayProbe || current?.cause !== 'rejected') return current;
    return { ...current, openAt: Math.min(current.openAt, probedAt) };
  }

  return {
    decide(purpose) {
      const { now, wall } = moment();
      const current = backoffNow();
      const decision = decide({ ...state, backoff: current }, now, purpose);
      return decision.kind === 'refuse'
        ? { ...decision, failure: withRetryAt(decision.failure, current, { now, wall }) }
        : decision;
    },
    sent(purpose) {
      mayProbe = false;
      state = afterSending(state, purpose, clock.monotonic());
      save?.(state);
      return state.inFlight.order;
    },
    answered(outcome) {
      const before = state.backoff.current;
      state = afterAnswer(state, outcome, moment(), random());
      save?.(state);
      return { before, after: state.backoff.current };
    },
    gap() {
      const now = clock.monotonic();
      const { minute, inFlight, daily } = state;
      const view = {
        minuteLimit: minuteAllowance(minute, inFlight, now).limit,
        ...outlooks(state, now),
        usesFallback: daily.reported !== true,
      };
      return backgroundGap(view, now);
    },
    reserve() {
      const { daily, monthly } = outlooks(state, clock.monotonic());
      return { daily: reserveOf(daily), monthly: reserveOf(monthly) };
    },
    burst() {
      const { limit, left } = minuteAllowance(state.minute, state.inFlight, clock.monotonic());
      return Math.max(0, left - interactiveReserve(limit));
    },
    left() {
      const { daily, monthly, inFlight } = state;
      const now = clock.monotonic();
      const leftOf = (window: QuotaWindow) =>
        window.remaining === null || isOver(window, now)
          ? Number.POSITIVE_INFINITY
          : Math.max(0, window.remaining - inFlight.requests.length);
      return Math.min(leftOf(daily), leftOf(monthly));
    },
    requestProbe() {
      const now = clock.monotonic();
      const { current } = state.backoff;
      if (current?.cause !== 'rejected' || now - probedAt < PROBE_REQUEST_MS) return false;
      probedAt = now;
      mayProbe = true;
      return decide({ ...state, backoff: backoffNow() }, now, 'probe').kind === 'admit';
    },
    retryAllowed: () => isRetryAllowed(state.spentHere),
    usage: () => reportUsage(state, moment()),
    state: () => usageState(state, clock.monotonic()),
    responseCounters: () => lastCounters(state, clock.monotonic()),
    current: () => state,
    replace(next) {
      state = next;
    },
  };
}

function outlooks({ daily, monthly, elsewhere }: QuotaState, now: number) {
  return {
    daily: outlook(daily, elsewhere.daily, now),
    monthly: outlook(monthly, elsewhere.monthly, now),
  };
}

/** Converts `retryAt` to wall time when it is reported, so that a change of the wall clock does not falsify it. */
function withRetryAt(
  failure: UpstreamFailure,
  current: Backoff | null,
  { now, wall }: Moment,
): UpstreamFailure {
  if (!isQuotaFailure(failure)) return failure;
  const at = current?.retryAt ?? null;
  return { ...failure, retryAt: at === null ? null : wall + (at - now) };
}
