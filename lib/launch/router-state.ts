import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** Longer than the state of any page: three segments, one of them with the list's query. Characters. */
const LENGTH_MAX = 16 * 1024;

/**
 * Whether Next can parse a request's `Next-Router-State-Tree`, the tree of the segments that the browser already shows.
 * Next responds with 500 to one that it cannot parse. Uses Next's own parser, because the format is not public.
 */
export function isRouterState(header: string): boolean {
  if (header.length > LENGTH_MAX) return false;
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
