import 'server-only';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import {
  type InFlightRequest,
  type InFlightRequests,
  nextAccounting,
  unaccounted,
} from './in-flight-requests.ts';

/** Requests a minute while upstream does not name its limit (row 15): few enough for the smallest plan one would sell. */
const CAREFUL_A_MINUTE = 10;
/** Reset is reported in whole seconds, so the true instant lies up to a second to either side. */
const SLACK_MS = 1_000;
const MINUTE_MS = 60_000;

/** What the three X-RateLimit headers said (spec, "Limits"). Instants are monotonic milliseconds. */
export interface MinuteWindow {
  limit: number | null;
  /** The newest window seen. Its true end lies between the two instants. */
  current: {
    remaining: number;
    resetsAfter: number;
    resetsBy: number;
    /** Place of the answer that opened it here in the order of sendings and answers. */
    order: number;
  } | null;
  /** Whether the newest good answer carried the counters; null before the first. */
  reported: boolean | null;
}

export const unknownMinute: MinuteWindow = { limit: null, current: null, reported: null };

/** The answer whose headers are taken in: to which request, when, and its place in the order. */
export interface Sighting {
  request: InFlightRequest;
  now: number;
  order: number;
  /** A successful answer; only these are promised to carry headers. */
  good: boolean;
  /** Upstream may have counted the request. */
  spent: boolean;
}

/**
 * Takes in one answer. A header it lacks keeps its old value. Answers of requests in flight together come in any
 * order: within one window the smaller Remaining wins, and of an older window nothing is believed, unless the
 * request was sent after the newer one had been answered: then upstream changed its mind.
 */
export function observeMinute(window: MinuteWindow, usage: UsageHeaders, sighting: Sighting): MinuteWindow {
  const { request, now, order, good } = sighting;
  const { rateLimitRemaining: remaining, rateLimitReset: reset, rateLimitLimit } = usage;
  const reported = good ? remaining !== undefined : window.reported;
  const limit = rateLimitLimit ?? window.limit;
  if (remaining === undefined) return { ...window, limit, reported };

  const { current } = window;
  const unsaid = current && now < current.resetsBy ? current : null;
  const seen = {
    remaining,
    resetsAfter:
      reset === undefined
        ? (unsaid?.resetsAfter ?? request.sentAt)
        : request.sentAt + reset * 1000 - SLACK_MS,
    resetsBy:
      reset === undefined ? (unsaid?.resetsBy ?? now + MINUTE_MS + SLACK_MS) : now + reset * 1000 + SLACK_MS,
    order,
  };
  if (current === null || seen.resetsAfter > current.resetsBy) return { limit, reported, current: seen };
  if (seen.resetsBy < current.resetsAfter) {
    return { limit, reported, current: request.order > current.order ? seen : current };
  }
  return {
    limit,
    reported,
    current: {
      remaining: Math.min(current.remaining, remaining),
      resetsAfter: Math.max(current.resetsAfter, seen.resetsAfter),
      resetsBy: Math.min(current.resetsBy, seen.resetsBy),
      order: current.order,
    },
  };
}

/**
 * The limit to go by and what of it is left for new requests. Until the window is surely over that is the last
 * Remaining less our requests it may not include; afterwards the whole limit less those. When upstream names no
 * limit, or stopped telling, a careful one of our own holds instead (row 15): 10 a minute, counted from our sends.
 */
export function minuteAllowance(
  window: MinuteWindow,
  inFlight: InFlightRequests,
  now: number,
): { limit: number; left: number } {
  const named = window.limit ?? CAREFUL_A_MINUTE;
  const limit = window.reported === false ? Math.min(named, CAREFUL_A_MINUTE) : named;
  const remaining = isRunning(window, now) ? Math.min(window.current?.remaining ?? limit, limit) : limit;
  return { limit, left: remaining - unaccounted(inFlight, now) };
}

/** Whether the newest window seen may still be the present one. */
export function isRunning(window: MinuteWindow, now: number): boolean {
  return window.current !== null && now < window.current.resetsBy;
}

/** When more than `spare` requests can be left again. @returns a monotonic instant after `now` */
export function minuteOpensAt(
  window: MinuteWindow,
  inFlight: InFlightRequests,
  spare: number,
  now: number,
): number {
  const { current } = window;
  if (current && now < current.resetsBy && current.remaining <= spare) return current.resetsBy;
  return nextAccounting(inFlight, now) ?? now + MINUTE_MS;
}

/** Seconds until the minute window resets, counted down to `now`; null when upstream never said. */
export function secondsToReset(window: MinuteWindow, now: number): number | null {
  if (window.current === null) return null;
  return Math.max(0, Math.ceil((window.current.resetsBy - SLACK_MS - now) / 1000));
}
