import 'server-only';
import { z } from 'zod';
import { DAY_MS } from '../../contract/limits.ts';
import type { UpstreamFailure } from '../errors.ts';
import { epochTime } from '../storage/epoch-time.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { backoffStateSchema, updateBackoff } from './backoff.ts';
import { begin, inFlightSchema, minuteWindowSchema, observeMinute, settle } from './minute-window.ts';
import { isLow, MONTH_MS, observeQuota, quotaWindowSchema, type ResetSchedule } from './quota-window.ts';
import {
  addCount,
  elsewhereSchema,
  nothingSpent,
  observeElsewhere,
  seriesSchema,
  spentHereSchema,
} from './spending.ts';
import { isSpent, type Purpose, wasNeverSent } from './upstream-request.ts';

/** The state of the ledger, which is stored. Times are monotonic ms, except `lastSeenWall` (epoch ms). */
export const quotaStateSchema = z.object({
  inFlight: inFlightSchema,
  minute: minuteWindowSchema,
  daily: quotaWindowSchema,
  monthly: quotaWindowSchema,
  backoff: backoffStateSchema,
  /** Our own requests by purpose since `since`. */
  spentHere: spentHereSchema,
  /** Our own requests over the last day. */
  sends: seriesSchema,
  elsewhere: z.object({ daily: elsewhereSchema, monthly: elsewhereSchema }),
  since: z.number(),
  /** When the last counters were received, for display. */
  lastSeenWall: epochTime.nullable(),
});
export type QuotaState = z.infer<typeof quotaStateSchema>;

/** One moment: monotonic ms and epoch ms. */
export interface Moment {
  now: number;
  wall: number;
}

export interface Outcome {
  order: number;
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
  /** Whether its failure says nothing about other requests (`isOfOneRequest`); default false. */
  isSpecific?: boolean;
}

/** @param now monotonic ms */
export function emptyState(now: number): QuotaState {
  return quotaStateSchema.parse({
    inFlight: {},
    minute: {},
    daily: { periodMs: DAY_MS },
    monthly: { periodMs: MONTH_MS },
    backoff: {},
    spentHere: nothingSpent,
    sends: { cycleMs: DAY_MS },
    elsewhere: { daily: { series: { cycleMs: DAY_MS } }, monthly: { series: { cycleMs: 7 * DAY_MS } } },
    since: now,
    lastSeenWall: null,
  });
}

/** Returns the state after a request is sent. @param now monotonic ms */
export function afterSending(state: QuotaState, purpose: Purpose, now: number): QuotaState {
  const { daily, monthly } = state;
  const settings = purpose === 'settings' ? 1 : 0;
  return {
    ...state,
    daily: { ...daily, settings: daily.settings + settings },
    monthly: { ...monthly, settings: monthly.settings + settings },
    inFlight: begin(state.inFlight, now),
    spentHere: { ...state.spentHere, [purpose]: state.spentHere[purpose] + 1 },
    sends: addCount(state.sends, now, 1),
  };
}

/** The resets that the operator configured. */
export type ResetSchedules = Record<'daily' | 'monthly', ResetSchedule>;

/** Returns the state after the result of a request. @param random 0 (inclusive) to 1 (exclusive), for jitter */
export function afterResponse(
  state: QuotaState,
  outcome: Outcome,
  { now, wall }: Moment,
  random: number,
  schedules: ResetSchedules | null,
): QuotaState {
  const { usage, failure } = outcome;
  const isAccounted = usage.rateLimitRemaining !== undefined || wasNeverSent(failure);
  const { inFlight, request } = settle(state.inFlight, outcome.order, isAccounted, now);
  const { order } = inFlight;
  const spent = isSpent(failure);
  const observation = { request, now, order, isSuccess: failure === null, spent };

  const observe = (name: 'daily' | 'monthly') => {
    // A nearly used-up quota is the likely cause of a 429 that names no limit.
    const assumed = failure?.code === 'quota_unknown' && isLow(state[name], now) ? 0 : undefined;
    const counters = { limit: usage[`${name}Limit`], remaining: usage[`${name}Remaining`] ?? assumed };
    const { window, rebased } = observeQuota(state[name], counters, observation, schedules?.[name] ?? null);
    const observed = { remaining: window.remaining, rebased, spent, inFlight: inFlight.requests.length };
    return { window, elsewhere: observeElsewhere(state.elsewhere[name], observed, now) };
  };
  const [daily, monthly] = [observe('daily'), observe('monthly')];
  const minute = observeMinute(state.minute, usage, observation);
  const context = { ...outcome, inFlight, minute, sent: request.order, order, now, random };
  const isSeen = Object.keys(usage).length > 0;
  return {
    ...state,
    inFlight,
    minute,
    daily: daily.window,
    monthly: monthly.window,
    backoff: updateBackoff(state.backoff, context),
    elsewhere: { daily: daily.elsewhere, monthly: monthly.elsewhere },
    lastSeenWall: isSeen ? wall : state.lastSeenWall,
  };
}
