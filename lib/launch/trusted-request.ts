import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';
import { isRouterState } from './router-state.ts';

/** Headers that only a proxy or Next itself may set; from outside they could only mislead. */
const internal =
  /^(forwarded|x-forwarded-.+|x-real-ip|x-(middleware|invoke|matched|now|vercel|prerender|action|next)-.+|x-nextjs-data|next-(resume|action)|content-security-policy(-report-only)?)$/;

interface Trust {
  /** How many proxies in front are trusted. */
  hops: number;
  /** The name and port under which people reach us. */
  publicHost: string;
}

/** Takes out of a request what its sender has no say in, and puts in who really asks, and under which name. */
export function trustNothing(request: IncomingMessage, { hops, publicHost }: Trust): void {
  const { headers } = request;
  const forwarded = [headers['x-forwarded-for']].flat().join(',');
  for (const name of Object.keys(headers)) if (internal.test(name)) delete headers[name];
  headers['x-forwarded-for'] = clientAddress(
    request.socket.remoteAddress ?? 'unknown',
    forwarded === '' ? undefined : forwarded,
    hops,
  );
  // A poisoned name would stand in absolute addresses.
  headers.host = publicHost;
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(String(state))) delete headers['next-router-state-tree'];
}
