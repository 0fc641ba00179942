import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { afterEnding, type BackoffState, noBackoff } from './backoff-state.ts';
import {
  type MinuteWindow,
  minuteAllowance,
  observeMinute,
  type Sighting,
  unknownMinute,
} from './counters.ts';
import type { Purpose } from './events.ts';
import { addSample, type Sample } from './history.ts';
import { begin, type InFlightRequests, neverArrived, noRequests, settle } from './in-flight-requests.ts';
import { addCount, emptySeries, type Series } from './series.ts';
import {
  isSpent,
  nothingElsewhere,
  nothingSpent,
  observeElsewhere,
  type SpentElsewhere,
  type SpentHere,
} from './spending.ts';
import { DAY_MS, MONTH_MS, observeQuota, type QuotaWindow, unknownQuota } from './windows.ts';

/** All that the ledger knows: plain data that JSON can carry. Instants are monotonic milliseconds, but for `*Wall`. */
export interface QuotaState {
  inFlight: InFlightRequests;
  minute: MinuteWindow;
  daily: QuotaWindow;
  monthly: QuotaWindow;
  backoff: BackoffState;
  /** Our own requests: by purpose since `sinceWall`, and over the last day. */
  spentHere: SpentHere;
  sends: Series;
  elsewhere: { daily: SpentElsewhere; monthly: SpentElsewhere };
  history: readonly Sample[];
  since: number;
  /** Wall time, epoch ms, for the screen: of the beginning, and of the first and the last counters seen. */
  sinceWall: number;
  firstSeenWall: number | null;
  lastSeenWall: number | null;
}

/** One moment by both clocks. */
export interface Moment {
  now: number;
  wall: number;
}

/** What a request came to. */
export interface Outcome {
  /** The number that the request was given when it was sent. */
  order: number;
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
  /** See `Ending`; absent means false. */
  isKeyProven?: boolean;
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

/** @param random 0 (inclusive) to 1 (exclusive), for jitter */
export function afterAnswer(
  state: QuotaState,
  outcome: Outcome,
  { now, wall }: Moment,
  random: number,
): QuotaState {
  const { usage, failure, order, isKeyProven = false } = outcome;
  const isAccounted = usage.rateLimitRemaining !== undefined || neverArrived(failure);
  const { inFlight, request } = settle(state.inFlight, order, isAccounted, now);
  const spent = isSpent(failure);
  const sighting: Sighting = { request, now, order: inFlight.order, good: failure === null, spent };
  const minute = observeMinute(state.minute, usage, sighting);
  const daily = observeQuota(
    state.daily,
    { limit: usage.dailyLimit, remaining: usage.dailyRemaining },
    sighting,
  );
  const monthly = observeQuota(
    state.monthly,
    { limit: usage.monthlyLimit, remaining: usage.monthlyRemaining },
    sighting,
  );
  const backoff = afterEnding(state.backoff, {
    failure,
    isKeyProven,
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
