import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';
import { isRouterState } from './router-state.ts';

/** Headers that only a proxy or Next itself may set; from a client they would be forged. */
const reservedHeaders =
  /^(forwarded|x-forwarded-.+|x-real-ip|x-(middleware|invoke|matched|now|vercel|prerender|action|next)-.+|x-nextjs-data|next-(resume|action)|content-security-policy(-report-only)?)$/;

interface SanitizeOptions {
  /** The number of trusted proxies. */
  hops: number;
  /** Host and port of the public URL. */
  publicHost: string;
}

/**
 * Removes the request headers that a client may not set, and sets the two of them that Next reads:
 * `X-Forwarded-For` to the client's address, and `Host` to the public host.
 */
export function sanitizeHeaders(request: IncomingMessage, { hops, publicHost }: SanitizeOptions): void {
  const { headers } = request;
  const address = clientAddress(request, hops);
  for (const name of Object.keys(headers)) if (reservedHeaders.test(name)) delete headers[name];
  headers['x-forwarded-for'] = address;
  // Next builds absolute URLs from it.
  headers.host = publicHost;
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(String(state))) delete headers['next-router-state-tree'];
}
