import 'server-only';
import type { Sighting } from './counters.ts';
import { MAX_IN_FLIGHT } from './in-flight-requests.ts';

export const DAY_MS = 86_400_000;
export const MONTH_MS = 31 * DAY_MS;
/** How far our clock and upstream's may drift apart within a period, and upstream be late with a reset. */
const DRIFT_MS = 60_000;

/**
 * What is known of a daily or monthly quota (spec, "Limits"). Where its windows begin is not published and never
 * assumed. Instants are monotonic milliseconds.
 */
export interface QuotaWindow {
  periodMs: number;
  limit: number | null;
  /** The lowest seen in the present window; null before the first. */
  remaining: number | null;
  /** Our requests since then that upstream may have counted, but whose answers did not tell; order of the last. */
  unconfirmed: number;
  unconfirmedUpTo: number;
  /** When the answer with it came, when its request was sent, and the answer's place in the order. */
  seenAt: number;
  sentAt: number;
  order: number;
  /** By then the window has surely ended, if it is not longer than its name says; null before the first answer. */
  resetsBy: number | null;
  /** Between these two the last reset that was seen happened. */
  reset: { from: number; to: number } | null;
  /** Whether two resets have been seen that lie whole periods apart, so that `reset` tells the next one. */
  boundaryKnown: boolean;
  /** Whether the newest good answer carried this quota; null before the first. */
  reported: boolean | null;
}

export function unknownQuota(periodMs: number): QuotaWindow {
  return {
    periodMs,
    limit: null,
    remaining: null,
    unconfirmed: 0,
    unconfirmedUpTo: 0,
    seenAt: 0,
    sentAt: 0,
    order: 0,
    resetsBy: null,
    reset: null,
    boundaryKnown: false,
    reported: null,
  };
}

/**
 * Takes in one answer. A higher Remaining is a reset only when it cannot be an older answer overtaken by a newer
 * one, that is when its request was sent after the lower value had been seen; when the limit did not change with
 * it; and when it is more than a wobble: more than could be in flight together, or brim-full.
 *
 * @returns `rebased` when the new Remaining does not continue the old, so that spending is counted from it anew
 */
export function observeQuota(
  window: QuotaWindow,
  seen: { limit: number | undefined; remaining: number | undefined },
  { request, now, order, good, spent }: Sighting,
): { window: QuotaWindow; rebased: boolean } {
  const { remaining } = seen;
  const reported = good ? remaining !== undefined : window.reported;
  const limit = seen.limit ?? window.limit;
  if (remaining === undefined) {
    const unconfirmed = spent ? { unconfirmed: window.unconfirmed + 1, unconfirmedUpTo: order } : {};
    return { window: { ...window, ...unconfirmed, reported, limit }, rebased: false };
  }
  // An answer to a request sent before they ended may not include them.
  const unconfirmed = request.order > window.unconfirmedUpTo ? 0 : window.unconfirmed;
  const fresh = {
    ...window,
    reported,
    limit,
    remaining,
    unconfirmed,
    seenAt: now,
    sentAt: request.sentAt,
    order,
  };
  if (window.remaining === null) {
    // The present window began no later than now.
    return { window: { ...fresh, resetsBy: now + window.periodMs }, rebased: true };
  }
  const later = request.order > window.order;
  const changed = window.limit !== null && limit !== window.limit;
  const rise = remaining - window.remaining;
  if (rise > 0 && !later) return { window: { ...window, reported, limit }, rebased: false };
  if (rise > 0 && !changed && isReset(rise, remaining, limit)) {
    return { window: { ...fresh, ...seenReset(window, now) }, rebased: true };
  }
  // Not surely a reset, but perhaps one; or late, so that the window is not what it seemed: it may be a whole one.
  const overdue = window.resetsBy !== null && request.sentAt >= window.resetsBy;
  const resetsBy = rise > 0 || overdue ? now + window.periodMs : window.resetsBy;
  const boundary = overdue ? { reset: null, boundaryKnown: false } : {};
  return { window: { ...fresh, ...boundary, resetsBy }, rebased: rise > 0 || (later && changed) };
}

function isReset(rise: number, remaining: number, limit: number | null): boolean {
  return rise > MAX_IN_FLIGHT || (limit !== null && remaining >= limit - MAX_IN_FLIGHT);
}

/** The reset fell between the sending of the last request that was counted before it and now. */
function seenReset(
  window: QuotaWindow,
  now: number,
): Pick<QuotaWindow, 'reset' | 'boundaryKnown' | 'resetsBy'> {
  const { periodMs } = window;
  const latest = { from: window.sentAt, to: now };
  const agreed = window.reset && agreeing(window.reset, latest, periodMs);
  const reset = agreed ?? latest;
  // Months differ in length, so only days have a boundary to know.
  const boundaryKnown = agreed !== null && periodMs === DAY_MS;
  return { reset, boundaryKnown, resetsBy: reset.to + periodMs + DRIFT_MS };
}

/** Where both resets can lie when they are whole periods apart; null when they cannot be. */
function agreeing(
  earlier: { from: number; to: number },
  latest: { from: number; to: number },
  periodMs: number,
): { from: number; to: number } | null {
  const shift = Math.round((latest.to - earlier.to) / periodMs) * periodMs;
  const from = Math.max(latest.from, earlier.from + shift - DRIFT_MS);
  const to = Math.min(latest.to, earlier.to + shift + DRIFT_MS);
  return shift > 0 && from <= to ? { from, to } : null;
}

/** Whether the window seen last is surely over, so that its counters say nothing any more and one request may look. */
export function isOver(window: QuotaWindow, now: number): boolean {
  return window.resetsBy !== null && now >= window.resetsBy;
}

/** The next reset, for the screen; null while the boundary is not known. */
export function nextReset(window: QuotaWindow, now: number): number | null {
  if (!window.boundaryKnown || window.reset === null) return null;
  const periods = Math.max(1, Math.ceil((now - window.reset.to) / window.periodMs));
  return window.reset.to + periods * window.periodMs;
}
