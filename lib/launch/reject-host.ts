import type { IncomingMessage } from 'node:http';
import { hostOfHeader, isAddress } from './host-name.ts';
import type { Rejection } from './rejection.ts';

/**
 * Paths that programs request by IP address: probes of load balancers, Kubernetes and Prometheus. Any address
 * is accepted there, because DNS rebinding always uses a name.
 */
const probedPaths = new Set(['/api/health', '/api/metrics']);

const wrongHost: Rejection = {
  status: 421,
  error:
    'Sightline isn’t configured for this host name. Open it at its configured URL, or add this name to SIGHTLINE_ALLOWED_HOSTS and restart.',
  code: 'wrong_host',
};

/**
 * Rejects a request for a host that is not allowed (DNS rebinding); null when the request is accepted.
 * Browsers always send a host, so a request without one, as HTTP/1.0 permits, comes from a program and is
 * accepted.
 *
 * @param hops the number of trusted proxies
 * @param isAllowed whether a canonical host is allowed
 */
export function rejectHost(
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  hops: number,
  isAllowed: (host: string) => boolean,
): Rejection | null {
  const header = requestedHost(request.headers, hops);
  if (header === undefined) return null;
  const host = hostOfHeader(header);
  if (host !== null && isAllowed(host)) return null;
  const [path = ''] = (request.url ?? '').split('?', 1);
  return host !== null && isAddress(host) && probedPaths.has(path) ? null : wrongHost;
}

/**
 * Returns the `Host` that the client sent. Behind trusted proxies it is in `X-Forwarded-Host`, to which each
 * of them may have appended the host it received. So only as many of the last values as there are trusted
 * proxies are trusted; the first of them is the client's.
 */
function requestedHost(headers: IncomingMessage['headers'], hops: number): string | undefined {
  const forwarded = hops > 0 ? [headers['x-forwarded-host']].flat().join(',').trim() : '';
  if (forwarded === '') return headers.host;
  const values = forwarded.split(',').map((value) => value.trim());
  return values[Math.max(0, values.length - hops)];
}
