import 'server-only';
import type { Failure } from '../errors.ts';

/** Quota design: at most 4 requests in flight. */
export const MAX_IN_FLIGHT = 4;
/** No attempt lasts longer; see the client's deadline. */
export const ATTEMPT_MS = 5_000;
/** A request was counted before its attempt ended; the minute it was counted in is over by then. */
const UNCONFIRMED_MS = 61_000;

/** One of our requests. `order` numbers requests and answers in the sequence in which they happened; instants can tie. */
export interface InFlightRequest {
  order: number;
  /** Monotonic milliseconds. */
  sentAt: number;
}

/** Our requests that the counters seen so far may not include. */
export interface InFlightRequests {
  /** The number of the last request or answer. */
  order: number;
  /** Without an answer yet, in the order of sending. */
  requests: InFlightRequest[];
  /** When the requests ended whose answers carried no minute counters, although upstream may have counted them. */
  unconfirmed: number[];
}

export const noRequests: InFlightRequests = { order: 0, requests: [], unconfirmed: [] };

/** Adds a request that is sent now. @param now monotonic milliseconds */
export function begin(inFlight: InFlightRequests, now: number): InFlightRequests {
  const order = inFlight.order + 1;
  return { ...inFlight, order, requests: [...inFlight.requests, { order, sentAt: now }] };
}

/**
 * Removes a request that has ended.
 *
 * @param order of the request; answers overtake one another
 * @param accounted the answer carried the minute's counters, or upstream cannot have counted the request
 * @throws Error when that request is not in flight
 */
export function settle(
  inFlight: InFlightRequests,
  order: number,
  accounted: boolean,
  now: number,
): { inFlight: InFlightRequests; request: InFlightRequest } {
  const request = inFlight.requests.find((candidate) => candidate.order === order);
  if (!request) throw new Error('an answer without a request');
  const requests = inFlight.requests.filter((other) => other !== request);
  const unconfirmed = inFlight.unconfirmed.filter((endedAt) => endedAt > now - UNCONFIRMED_MS);
  return {
    request,
    inFlight: {
      order: inFlight.order + 1,
      requests,
      unconfirmed: accounted ? unconfirmed : [...unconfirmed, now],
    },
  };
}

/** How many of our requests may count against a window in addition to what its counters say. */
export function unaccounted(inFlight: InFlightRequests, now: number): number {
  return (
    inFlight.requests.length + inFlight.unconfirmed.filter((endedAt) => endedAt > now - UNCONFIRMED_MS).length
  );
}

/** When `unaccounted` can next become smaller; null when it is zero. */
export function nextAccounting(inFlight: InFlightRequests, now: number): number | null {
  const instants = inFlight.unconfirmed.map((endedAt) => endedAt + UNCONFIRMED_MS).filter((at) => at > now);
  if (inFlight.requests.length > 0) instants.push(now + ATTEMPT_MS);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The attempt ended before a request could be sent, so upstream has not counted it. */
export function neverArrived(failure: Failure | null): boolean {
  return failure?.code === 'upstream_unreachable' && failure.reason !== 'reset' && failure.reason !== 'other';
}
