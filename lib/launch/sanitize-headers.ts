import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import proxyAddr from 'proxy-addr';

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
 * Returns the client's address. Each trusted proxy appends the address of its own client to
 * `X-Forwarded-For`; entries further left come from the client and are not trusted.
 *
 * @param hops the number of trusted proxies; 0: the header is ignored
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const address = withoutPort(proxyAddr(request, (_address, hop) => hop < hops));
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? 'unknown') : address;
}

/** Some proxies append the port, too: `203.0.113.5:50123`, `[2001:db8::1]:50123`. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
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
