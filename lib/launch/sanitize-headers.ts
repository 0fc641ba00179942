import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { clientAddress } from './client-address.ts';

/** Headers that only a proxy or Next itself may set; from a client they would be forged. */
const reservedHeaders =
  /^(forwarded|x-forwarded-.+|x-real-ip|x-(middleware|invoke|matched|now|vercel|prerender|action|next)-.+|x-nextjs-data|next-(resume|action)|content-security-policy(-report-only)?)$/;
/** Longer than the state of any page: three segments, one of them with the list's query. Characters. */
const ROUTER_STATE_MAX = 16 * 1024;

/**
 * Removes the request headers that a client may not set, and sets the two that Next reads: `X-Forwarded-For` to the client's
 * address, and `Host` to the host and port of the public URL. @param options.hops the number of trusted proxies
 */
export function sanitizeHeaders(
  request: IncomingMessage,
  { hops, publicHost }: { hops: number; publicHost: string },
): void {
  const { headers } = request;
  const address = clientAddress(request, hops);
  for (const name of Object.keys(headers)) if (reservedHeaders.test(name)) delete headers[name];
  headers['x-forwarded-for'] = address;
  // Next builds absolute URLs from it.
  headers.host = publicHost;
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(String(state))) delete headers['next-router-state-tree'];
}

/**
 * Whether Next can parse the tree of the segments that the browser already shows. Next responds with 500 to a tree that it
 * cannot parse. Uses Next's own parser, because the format is not public.
 */
function isRouterState(header: string): boolean {
  if (header.length > ROUTER_STATE_MAX) return false;
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
