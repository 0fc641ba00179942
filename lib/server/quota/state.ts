import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { type BackoffState, noBackoff, updateBackoff } from './backoff-state.ts';
import type { Purpose } from './events.ts';
import { addSample, type Sample } from './history.ts';
import { begin, type InFlightRequests, noRequests, settle, wasNeverSent } from './in-flight-requests.ts';
import {
  type MinuteWindow,
  minuteAllowance,
  type Observation,
  observeMinute,
  unknownMinute,
} from './minute-window.ts';
import { DAY_MS, MONTH_MS, observeQuota, type QuotaWindow, unknownQuota } from './quota-window.ts';
import { addCount, emptySeries, type Series } from './series.ts';
import {
  isSpent,
  nothingElsewhere,
  nothingSpent,
  observeElsewhere,
  type SpentElsewhere,
  type SpentHere,
} from './spending.ts';

/** The state of the ledger: JSON-serializable data, which is stored. Times are monotonic ms, except `*Wall` (epoch ms). */
export interface QuotaState {
  inFlight: InFlightRequests;
  minute: MinuteWindow;
  daily: QuotaWindow;
  monthly: QuotaWindow;
  backoff: BackoffState;
  /** Our own requests by purpose since `sinceWall`. */
  spentHere: SpentHere;
  /** Our own requests over the last day. */
  sends: Series;
  elsewhere: { daily: SpentElsewhere; monthly: SpentElsewhere };
  history: readonly Sample[];
  since: number;
  /** For display: start of the record, and the first and last responses with counters. */
  sinceWall: number;
  firstSeenWall: number | null;
  lastSeenWall: number | null;
}

/** One moment: monotonic ms and epoch ms. */
export interface Moment {
  now: number;
  wall: number;
}

/** The result of a request. */
export interface Outcome {
  /** The order of the request. */
  order: number;
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
  /** See `AttemptContext`; default false. */
  isKeyProven?: boolean;
  /** Whether it was for one monitor; default false. */
  isDetail?: boolean;
}

export function emptyState({ now, wall }: Moment): QuotaState {
  return {
    inFlight: noRequests,
    minute: unknownMinute,
    daily: unknownQuota(DAY_MS),
    monthly: unknownQuota(MONTH_MS),
    backoff: noBackoff,
    spentHere: nothingSpent,
    sends: emptySeries(DAY_MS),
    elsewhere: { daily: nothingElsewhere(DAY_MS), monthly: nothingElsewhere(7 * DAY_MS) },
    history: [],
    since: now,
    sinceWall: wall,
    firstSeenWall: null,
    lastSeenWall: null,
  };
}

export function afterSending(state: QuotaState, purpose: Purpose, now: number): QuotaState {
  return {
    ...state,
    inFlight: begin(state.inFlight, now),
    spentHere: { ...state.spentHere, [purpose]: state.spentHere[purpose] + 1 },
    sends: addCount(state.sends, now, 1),
  };
}

/** Returns the state after the result of a request. @param random 0 (inclusive) to 1 (exclusive), for jitter */
export function afterAnswer(
  state: QuotaState,
  outcome: Outcome,
  { now, wall }: Moment,
  random: number,
): QuotaState {
  const { usage, failure, order, isKeyProven = false, isDetail = false } = outcome;
  const isAccounted = usage.rateLimitRemaining !== undefined || wasNeverSent(failure);
  const { inFlight, request } = settle(state.inFlight, order, isAccounted, now);
  const spent = isSpent(failure);
  const observation: Observation = {
    request,
    now,
    order: inFlight.order,
    isSuccess: failure === null,
    spent,
  };
  const minute = observeMinute(state.minute, usage, observation);
  const daily = observeQuota(
    state.daily,
    { limit: usage.dailyLimit, remaining: usage.dailyRemaining },
    observation,
  );
  const monthly = observeQuota(
    state.monthly,
    { limit: usage.monthlyLimit, remaining: usage.monthlyRemaining },
    observation,
  );
  const backoff = updateBackoff(state.backoff, {
    failure,
    isKeyProven,
    isDetail,
    sent: request.order,
    order: inFlight.order,
    now,
    random,
    minute,
    left: minuteAllowance(minute, inFlight, now),
    daily: daily.window,
    monthly: monthly.window,
  });
  const ours = { spent, inFlight: inFlight.requests.length };
  const next = {
    ...state,
    inFlight,
    minute,
    daily: daily.window,
    monthly: monthly.window,
    backoff,
    elsewhere: {
      daily: observeElsewhere(
        state.elsewhere.daily,
        { ...ours, remaining: daily.window.remaining, rebased: daily.rebased },
        now,
      ),
      monthly: observeElsewhere(
        state.elsewhere.monthly,
        { ...ours, remaining: monthly.window.remaining, rebased: monthly.rebased },
        now,
      ),
    },
  };
  if (Object.keys(usage).length === 0) return next;
  return {
    ...next,
    firstSeenWall: state.firstSeenWall ?? wall,
    lastSeenWall: wall,
    history: addSample(state.history, {
      instant: now,
      at: wall,
      dailyRemaining: daily.window.remaining,
      monthlyRemaining: monthly.window.remaining,
    }),
  };
}
