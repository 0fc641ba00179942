import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';
import { isRouterState } from './router-state.ts';

/** Headers that only a proxy or Next itself may set. A client could mislead with them. */
const internal =
  /^(forwarded|x-forwarded-.+|x-real-ip|x-(middleware|invoke|matched|now|vercel|prerender|action|next)-.+|x-nextjs-data|next-(resume|action)|content-security-policy(-report-only)?)$/;

interface SanitizeOptions {
  /** How many proxies in front are trusted. */
  hops: number;
  /** Host and port of the public URL. */
  publicHost: string;
}

/**
 * Removes from a request the headers that its sender may not set, and sets what Next reads of them: the client's
 * address as `X-Forwarded-For` and the public host as `Host`.
 */
export function sanitizeHeaders(request: IncomingMessage, { hops, publicHost }: SanitizeOptions): void {
  const { headers } = request;
  const address = clientAddress(request, hops);
  for (const name of Object.keys(headers)) if (internal.test(name)) delete headers[name];
  headers['x-forwarded-for'] = address;
  // Next builds absolute URLs with it.
  headers.host = publicHost;
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(String(state))) delete headers['next-router-state-tree'];
}
