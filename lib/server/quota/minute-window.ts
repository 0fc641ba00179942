import 'server-only';
import { z } from 'zod';
import { UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import { knownLimit, type UsageHeaders } from '../upstream/usage-headers.ts';

/** Limit per minute while upstream reports none (docs/failure-matrix.md, row 15): low enough for any plausible plan. */
const FALLBACK_PER_MINUTE = 10;
/** Reset is reported in whole seconds, so that the true time may be up to a second earlier or later. */
const SLACK_MS = 1_000;
const MINUTE_MS = 60_000;
/** After this time the minute window in which upstream may have counted a request has ended. */
const UNCONFIRMED_MS = 61_000;

/** Our requests that the reported counters may not include. Stored. Times are monotonic ms. */
export const inFlightSchema = z.object({
  /** The number of the last request or response. They are numbered in sequence because times can be equal. */
  order: z.number().default(0),
  /** Those without a response, in the order of sending. */
  requests: z.array(z.object({ order: z.number(), sentAt: z.number() })).default([]),
  /** End times of requests that upstream may have counted, but whose responses had no minute counters. */
  unconfirmed: z.array(z.number()).default([]),
});
export type InFlightRequests = z.infer<typeof inFlightSchema>;
type InFlightRequest = InFlightRequests['requests'][number];

/** Adds a request that is sent now. @param now monotonic ms */
export function begin(inFlight: InFlightRequests, now: number): InFlightRequests {
  const order = inFlight.order + 1;
  return { ...inFlight, order, requests: [...inFlight.requests, { order, sentAt: now }] };
}

/**
 * Removes a request that has ended.
 *
 * @param order of the request
 * @param accounted whether the response had the minute counters, or upstream cannot have counted the request
 * @param now monotonic ms
 * @throws Error when the request is not in flight
 */
export function settle(inFlight: InFlightRequests, order: number, accounted: boolean, now: number) {
  const request = inFlight.requests.find((candidate) => candidate.order === order);
  if (!request) throw new Error('a response without a request');
  const requests = inFlight.requests.filter((other) => other !== request);
  const unconfirmed = inFlight.unconfirmed.filter(isRecent(now));
  if (!accounted) unconfirmed.push(now);
  return { request, inFlight: { order: inFlight.order + 1, requests, unconfirmed } };
}

/** Whether a request that ended at this time may still count in the present minute. */
const isRecent = (now: number) => (endedAt: number) => endedAt > now - UNCONFIRMED_MS;

/** Converts all requests to unconfirmed ones. */
export function withoutRequests(inFlight: InFlightRequests, now: number): InFlightRequests {
  const { requests, unconfirmed } = inFlight;
  return { ...inFlight, requests: [], unconfirmed: [...unconfirmed, ...requests.map(() => now)] };
}

/** The minute window as reported by the X-RateLimit headers (spec, "Limits"). Times are monotonic ms. Stored. */
export const minuteWindowSchema = z.object({
  limit: z.number().nullable().default(null),
  /** The newest observed window. Its end lies between the two times. `order`: of the response that first reported it. */
  current: z
    .object({ remaining: z.number(), resetsAfter: z.number(), resetsBy: z.number(), order: z.number() })
    .nullable()
    .default(null),
  /** Whether the last successful response had the counters; null before the first. */
  reported: z.boolean().nullable().default(null),
});
export type MinuteWindow = z.infer<typeof minuteWindowSchema>;

/** A response whose headers are evaluated. */
export interface ObservedResponse {
  request: InFlightRequest;
  /** When the response arrived, monotonic ms. */
  now: number;
  /** The number of the response in the sequence of requests and responses. */
  order: number;
  /** Whether the response was successful. The spec promises the headers only for these. */
  isSuccess: boolean;
  /** Whether upstream may have counted the request. */
  spent: boolean;
}

/**
 * Returns the window after one response. A missing header keeps its last value. Responses may arrive out of order: within
 * one window the smaller Remaining wins. Values of an older window are ignored, unless the request was sent after the newer
 * window had been reported: then upstream has corrected the window.
 */
export function observeMinute(
  window: MinuteWindow,
  { rateLimitRemaining: remaining, rateLimitLimit, rateLimitReset }: UsageHeaders,
  { request, now, order, isSuccess }: ObservedResponse,
): MinuteWindow {
  const { current } = window;
  const running = isRunning(window, now) ? current : null;
  const reported = isSuccess ? remaining !== undefined : window.reported;
  const limit = knownLimit([rateLimitLimit, window.limit], remaining ?? running?.remaining ?? null);
  if (remaining === undefined) return { ...window, limit, reported };
  // A reset of more than a minute is an error (spec, "Limits"), which is obeyed only when no requests are left.
  const resetMaxMs = remaining === 0 ? Number.POSITIVE_INFINITY : MINUTE_MS;
  const resetMs = rateLimitReset === undefined ? null : Math.min(1000 * rateLimitReset, resetMaxMs);
  const next = {
    remaining,
    resetsAfter:
      resetMs === null ? (running?.resetsAfter ?? request.sentAt) : request.sentAt + resetMs - SLACK_MS,
    resetsBy: now + (resetMs ?? MINUTE_MS) + SLACK_MS,
    order,
  };
  if (resetMs === null && running) next.resetsBy = running.resetsBy;
  return { limit, reported, current: current ? newestWindow(current, next, request.order) : next };
}

type Current = NonNullable<MinuteWindow['current']>;

/** @param sent order of the request whose response reported `next` */
function newestWindow(current: Current, next: Current, sent: number): Current {
  if (next.resetsAfter > current.resetsBy) return next;
  if (next.resetsBy < current.resetsAfter) return sent > current.order ? next : current;
  return {
    remaining: Math.min(current.remaining, next.remaining),
    resetsAfter: Math.max(current.resetsAfter, next.resetsAfter),
    resetsBy: Math.min(current.resetsBy, next.resetsBy),
    order: current.order,
  };
}

/**
 * Returns the applicable limit per minute, and how many requests are left for new ones. Until the certain end of the
 * window these are the last Remaining, afterwards the limit, each less our requests that it may not include. While
 * upstream reports no limit, a fallback applies: 10 a minute, counted from our own requests.
 */
export function minuteAllowance(window: MinuteWindow, inFlight: InFlightRequests, now: number) {
  const known = window.limit ?? FALLBACK_PER_MINUTE;
  const limit = window.reported === false ? Math.min(known, FALLBACK_PER_MINUTE) : known;
  const remaining = isRunning(window, now) ? Math.min(window.current?.remaining ?? limit, limit) : limit;
  const unaccounted = inFlight.requests.length + inFlight.unconfirmed.filter(isRecent(now)).length;
  return { limit, left: remaining - unaccounted };
}

/** Whether the newest observed window may still be running. */
export function isRunning(window: MinuteWindow, now: number): boolean {
  return window.current !== null && now < window.current.resetsBy;
}

/** Returns when more than `spare` requests may be left again, monotonic ms, later than `now`. */
export function minuteOpensAt(
  window: MinuteWindow,
  inFlight: InFlightRequests,
  spare: number,
  now: number,
): number {
  const { current } = window;
  if (current && now < current.resetsBy && current.remaining <= spare) return current.resetsBy;
  const endings = inFlight.unconfirmed.filter(isRecent(now)).map((endedAt) => endedAt + UNCONFIRMED_MS);
  return Math.min(...endings, now + (inFlight.requests.length > 0 ? UPSTREAM_DEADLINE_MS : UNCONFIRMED_MS));
}

/** Seconds from `now` until the minute window resets, at least 0; null before upstream has reported it. */
export function secondsToReset(window: MinuteWindow, now: number): number | null {
  if (window.current === null) return null;
  return Math.max(0, Math.ceil((window.current.resetsBy - SLACK_MS - now) / 1000));
}
