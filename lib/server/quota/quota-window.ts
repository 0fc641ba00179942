import 'server-only';
import { z } from 'zod';
import { DAY_MS, MAX_IN_FLIGHT } from '../../contract/limits.ts';
import { knownLimit } from '../upstream/usage-headers.ts';
import type { ObservedResponse } from './minute-window.ts';

export const MONTH_MS = 31 * DAY_MS;
/** Maximum drift between our clock and upstream's within a period, and maximum delay of a reset. */
const DRIFT_MS = 60_000;

/** The resets of a quota that the operator configured. Times are monotonic ms. */
export interface ResetSchedule {
  /** The first reset after a time. */
  after: (at: number) => number;
  /** How long after a reset the first request is sent. */
  delayMs: number;
}

/**
 * A daily or monthly quota as reported by upstream (spec, "Limits"). The start of its windows is not published and never
 * assumed. Times are monotonic ms. Stored. The defaults are those of an unknown quota.
 */
export const quotaWindowSchema = z.object({
  periodMs: z.number().positive(),
  limit: z.number().nullable().default(null),
  /** The lowest value in the current window; null before the first response. */
  remaining: z.number().nullable().default(null),
  /** Number of requests for settings that we have sent in the current window. */
  settings: z.number().nonnegative().default(0),
  /** Number of our later requests that upstream may have counted, and whose responses did not have the counter. */
  unconfirmed: z.number().nonnegative().default(0),
  /** The order of the last unconfirmed response. */
  unconfirmedUpTo: z.number().default(0),
  /** The time of the request whose response reported `remaining`, and the order of that response. */
  sentAt: z.number().default(0),
  order: z.number().default(0),
  /** When the last response arrived whose request was sent after all earlier responses. */
  askedAt: z.number().default(0),
  /**
   * The end of the window: shortly after its configured reset, otherwise its certain end, assuming that it is not longer than
   * `periodMs`. Null before the first response.
   */
  resetsBy: z.number().nullable().default(null),
  /** Whether `resetsBy` follows from a configured reset, which no observed one contradicts. */
  isScheduled: z.boolean().default(false),
  /** The time range of the last observed reset. */
  reset: z.object({ from: z.number(), to: z.number() }).nullable().default(null),
  /** Whether two observed resets were a multiple of the period apart, so that `reset` determines the next one. */
  boundaryKnown: z.boolean().default(false),
  /** Whether the last successful response had this quota; null before the first. */
  reported: z.boolean().nullable().default(null),
});
export type QuotaWindow = z.infer<typeof quotaWindowSchema>;

/**
 * Returns the window after one response. A higher Remaining is a reset if the request was sent after the lower value had
 * been reported, the limit has not changed, and the rise exceeds the maximum of requests in flight, or Remaining is almost
 * the limit. The counter of a request that was sent before the last reset was seen, or before the limit changed, may be of
 * the window before and is ignored.
 *
 * @param schedule the configured resets, null without; an observed reset at another time suspends them until the next
 * @returns `rebased`: whether Remaining does not continue the previous value, so that usage is counted from the new one
 */
export function observeQuota(
  window: QuotaWindow,
  reportedCounters: { limit: number | undefined; remaining: number | undefined },
  { request, now, order, isSuccess, spent }: ObservedResponse,
  schedule: ResetSchedule | null = null,
): { window: QuotaWindow; rebased: boolean } {
  const { remaining } = reportedCounters;
  const { sentAt } = request;
  const reported = isSuccess ? remaining !== undefined : window.reported;
  const limit = knownLimit([reportedCounters.limit, window.limit], remaining ?? window.remaining);
  const isLater = request.order > window.order;
  const isChanged = window.limit !== null && limit !== window.limit;
  const isOutdated = (window.reset !== null && sentAt < window.reset.to) || (isChanged && !isLater);
  if (remaining === undefined || isOutdated) {
    const counted = spent ? { unconfirmed: window.unconfirmed + 1, unconfirmedUpTo: order } : {};
    const known = remaining === undefined ? limit : window.limit;
    const askedAt = request.order > lastOrder(window) ? now : window.askedAt;
    return { window: { ...window, ...counted, reported, limit: known, askedAt }, rebased: false };
  }
  // A counter includes the unconfirmed requests only if its request was sent after they ended, or if nothing is left.
  const includesAll = remaining === 0 || request.order > window.unconfirmedUpTo;
  const unconfirmed = includesAll ? 0 : window.unconfirmed;
  const next = { ...window, reported, limit, remaining, unconfirmed, sentAt, order, askedAt: now };
  if (window.remaining === null) {
    // The current window started before now.
    return { window: { ...next, ...endAfter(now, window.periodMs, schedule) }, rebased: true };
  }
  const rise = remaining - window.remaining;
  if (rise > 0 && !isLater) return { window: { ...window, reported, limit }, rebased: false };
  const isAlmostFull = limit !== null && remaining >= limit - MAX_IN_FLIGHT;
  if (rise > 0 && !isChanged && (rise > MAX_IN_FLIGHT || isAlmostFull)) {
    const isAsConfigured = schedule !== null && isScheduledIn({ from: window.sentAt, to: now }, schedule);
    // The reset that was just seen must not count as the next one, also if our clock is behind.
    const end = isAsConfigured ? endAfter(now + DRIFT_MS, window.periodMs, schedule) : { isScheduled: false };
    return { window: { ...next, settings: 0, ...observedReset(window, now), ...end }, rebased: true };
  }
  // A possible reset, or an overdue one: the window may have started now.
  const isOverdue = isOver(window, sentAt);
  // A reset that was seen at another time suspends the schedule.
  const applies = isOverdue || window.isScheduled || window.reset === null ? schedule : null;
  const end = rise > 0 || isOverdue ? endAfter(now, window.periodMs, applies) : {};
  const boundary = isOverdue ? { reset: null, boundaryKnown: false, settings: 0 } : {};
  return { window: { ...next, ...boundary, ...end }, rebased: rise > 0 || (isLater && isChanged) };
}

/** Returns the end of a window in which a response arrived at this time. */
function endAfter(at: number, periodMs: number, schedule: ResetSchedule | null) {
  if (schedule === null) return { resetsBy: at + periodMs, isScheduled: false };
  return { resetsBy: schedule.after(at) + schedule.delayMs, isScheduled: true };
}

/** Whether a configured reset lies in the time range of an observed one. */
function isScheduledIn({ from, to }: { from: number; to: number }, schedule: ResetSchedule): boolean {
  return schedule.after(from - DRIFT_MS) <= to + DRIFT_MS;
}

/** Returns a window that was stored, possibly with another configuration. */
export function reschedule(window: QuotaWindow, schedule: ResetSchedule | null): QuotaWindow {
  const { remaining, sentAt, periodMs, reset, isScheduled } = window;
  const contradicts = schedule !== null && reset !== null && !isScheduledIn(reset, schedule);
  const applies = contradicts ? null : schedule;
  if (remaining === null || (applies === null && !isScheduled)) return window;
  return { ...window, ...endAfter(sentAt, periodMs, applies) };
}

/**
 * The reset happened between the sending of the last request counted before it and now. A reset a multiple of the period
 * earlier narrows that range.
 */
function observedReset({ periodMs, sentAt, reset: earlier }: QuotaWindow, now: number) {
  const shift = earlier ? Math.round((now - earlier.to) / periodMs) * periodMs : 0;
  const from = earlier ? Math.max(sentAt, earlier.from + shift - DRIFT_MS) : sentAt;
  const to = earlier ? Math.min(now, earlier.to + shift + DRIFT_MS) : now;
  const isPeriodic = shift > 0 && from <= to;
  const reset = isPeriodic ? { from, to } : { from: sentAt, to: now };
  // Months differ in length, so that only days have a predictable boundary.
  const boundaryKnown = isPeriodic && periodMs === DAY_MS;
  return { reset, boundaryKnown, resetsBy: reset.to + periodMs + DRIFT_MS };
}

/** Whether the last reported window has ended, so that its counters are obsolete. */
export function isOver(window: QuotaWindow, now: number): boolean {
  return window.resetsBy !== null && now >= window.resetsBy;
}

/**
 * Whether it is unknown if any requests are left: unconfirmed requests may have used the rest, or were sent although nothing was
 * left. Then a request must ask for the counter.
 */
export function isInDoubt(window: QuotaWindow, now: number): boolean {
  const { remaining, unconfirmed } = window;
  return remaining !== null && unconfirmed >= Math.max(1, remaining) && !isOver(window, now);
}

/** Whether so few requests were left that others may have used them since. */
export function isLow(window: QuotaWindow, now: number): boolean {
  const { remaining, limit } = window;
  return remaining !== null && remaining <= Math.max(2, 0.01 * (limit ?? 0)) && !isOver(window, now);
}

/** The order of the last response that has changed what may be left. */
export function lastOrder({ order, unconfirmedUpTo }: QuotaWindow): number {
  return Math.max(order, unconfirmedUpTo);
}

/** The next reset, for display, monotonic ms; null while the boundary is unknown. */
export function nextReset(window: QuotaWindow, now: number): number | null {
  if (window.isScheduled) return window.resetsBy;
  if (!window.boundaryKnown || window.reset === null) return null;
  const periods = Math.max(1, Math.ceil((now - window.reset.to) / window.periodMs));
  return window.reset.to + periods * window.periodMs;
}
