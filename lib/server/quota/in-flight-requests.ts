import 'server-only';
import { z } from 'zod';
import { UPSTREAM_DEADLINE_MS } from '../../contract/upstream-deadline.ts';

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
export type InFlightRequest = InFlightRequests['requests'][number];

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

/** Number of our requests that upstream may have counted in addition to the reported counters. */
export function unaccounted(inFlight: InFlightRequests, now: number): number {
  return inFlight.requests.length + inFlight.unconfirmed.filter(isRecent(now)).length;
}

/** When `unaccounted` can decrease next, monotonic ms; null when it is zero. */
export function nextUnaccountedChange(inFlight: InFlightRequests, now: number): number | null {
  const instants = inFlight.unconfirmed.filter(isRecent(now)).map((endedAt) => endedAt + UNCONFIRMED_MS);
  if (inFlight.requests.length > 0) instants.push(now + UPSTREAM_DEADLINE_MS);
  return instants.length === 0 ? null : Math.min(...instants);
}
