import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';

/** Headers that only a proxy or Next itself may set; from outside they could only mislead. */
const internal = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-middleware-subrequest',
  'x-middleware-prefetch',
  'x-middleware-invoke',
  'x-invoke-path',
  'x-invoke-query',
  'x-invoke-status',
  'x-matched-path',
  'x-nextjs-data',
  'x-now-route-matches',
  'next-resume',
  'next-action',
  'content-security-policy',
  'content-security-policy-report-only',
];

/** Takes out of a request what its sender has no say in, and puts in who really asks. */
export function trustNothing(request: IncomingMessage, hops: number): void {
  const forwarded = [request.headers['x-forwarded-for']].flat().join(',');
  for (const name of internal) delete request.headers[name];
  request.headers['x-forwarded-for'] = clientAddress(
    request.socket.remoteAddress ?? 'unknown',
    forwarded === '' ? undefined : forwarded,
    hops,
  );
}
