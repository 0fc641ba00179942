import 'server-only';
import type { Failure } from '../errors.ts';

/** Quota design: at most 4 requests in flight. */
export const MAX_IN_FLIGHT = 4;
/** No attempt lasts longer; see the client's deadline. */
export const ATTEMPT_MS = 5_000;
/** A request was counted before its attempt ended; the minute it was counted in is over by then. */
const WEIGHT_MS = 61_000;

/** One of our requests. `order` numbers sendings and answers in the sequence they happened; instants can tie. */
export interface Flight {
  order: number;
  /** Monotonic milliseconds. */
  sentAt: number;
}

/** Our requests that no counter seen so far is sure to include. */
export interface Flights {
  /** The number of the last sending or answer. */
  order: number;
  /** In the order of sending. */
  inFlight: Flight[];
  /** When those ended that did not tell the minute's counters, but may have been counted. */
  unseen: number[];
}

export const noFlights: Flights = { order: 0, inFlight: [], unseen: [] };

export function launch(flights: Flights, now: number): Flights {
  const order = flights.order + 1;
  return { ...flights, order, inFlight: [...flights.inFlight, { order, sentAt: now }] };
}

/**
 * An answer has come.
 *
 * @param order of the request it belongs to; answers overtake one another
 * @param accounted the answer told the minute's counters, or upstream surely never counted the request
 * @throws Error when that request is not in flight: the caller has lost count
 */
export function land(
  flights: Flights,
  order: number,
  accounted: boolean,
  now: number,
): { flights: Flights; flight: Flight } {
  const flight = flights.inFlight.find((candidate) => candidate.order === order);
  if (!flight) throw new Error('an answer without a request');
  const inFlight = flights.inFlight.filter((other) => other !== flight);
  const unseen = flights.unseen.filter((endedAt) => endedAt > now - WEIGHT_MS);
  return {
    flight,
    flights: { order: flights.order + 1, inFlight, unseen: accounted ? unseen : [...unseen, now] },
  };
}

/** How many of our requests may weigh on a window beyond what its counters say. */
export function unaccounted(flights: Flights, now: number): number {
  return flights.inFlight.length + flights.unseen.filter((endedAt) => endedAt > now - WEIGHT_MS).length;
}

/** When `unaccounted` can next become smaller; null when it is zero. */
export function nextAccounting(flights: Flights, now: number): number | null {
  const instants = flights.unseen.map((endedAt) => endedAt + WEIGHT_MS).filter((at) => at > now);
  if (flights.inFlight.length > 0) instants.push(now + ATTEMPT_MS);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The attempt ended before a request could be sent, so upstream has not counted it. */
export function neverArrived(failure: Failure | null): boolean {
  return failure?.code === 'upstream_unreachable' && failure.reason !== 'reset' && failure.reason !== 'other';
}
