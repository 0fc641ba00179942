import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { isWildcardAddress } from './listen.ts';
import type { Rejection } from './rejection.ts';
import { SettingError } from './settings.ts';

/**
 * Returns the host of a `Host` header, without the port (RFC 9110, 7.2), in the form in which hosts are compared: lower case,
 * punycode, no trailing dot, IPv6 addresses compressed and in brackets. Null when it names no host.
 */
export function hostOf(header: string): string | null {
  if (/[\s/\\?#@*,;]/.test(header)) return null;
  return URL.parse(`http://${header}`)?.hostname.replace(/\.$/, '') || null;
}

/** Parses SIGHTLINE_ALLOWED_HOSTS into hosts as `hostOf` returns them. @throws SettingError */
export function readAllowedHosts(value = ''): string[] {
  if (value.trim() === '') return [];
  return value.split(',').map((text) => {
    const given = withBrackets(text.trim());
    const hasPort = given.includes(':') && !given.endsWith(']');
    const host = hasPort ? null : hostOf(given);
    if (host !== null) return host;
    throw new SettingError(
      `SIGHTLINE_ALLOWED_HOSTS must be a comma-separated list of host names or IP addresses, without scheme, port or wildcard; "${text.trim()}" is invalid.`,
    );
  });
}

/**
 * Determines the hosts that requests may be sent to. A web site can point its own name at this server (DNS
 * rebinding) and would then read our responses as its own, so only loopback and configured hosts are allowed.
 * The port is ignored: tunnels and containers map it, and ignoring it does not help another site.
 *
 * @param settings `hostname`: the address to listen on; `listed`: SIGHTLINE_ALLOWED_HOSTS
 * @returns whether a host, as `hostOf` returns it, is allowed
 */
export function createAllowedHosts({
  hostname,
  publicUrl,
  listed,
}: {
  hostname: string;
  publicUrl: URL | null;
  listed: readonly string[];
}): (host: string) => boolean {
  const listening = isWildcardAddress(hostname) ? null : hostOf(withBrackets(hostname));
  const hosts = new Set([...listed, listening, hostOf(publicUrl?.hostname ?? '')]);
  // No DNS response can redirect a name of loopback (RFC 6761, 6.3).
  return (host) => /^(\[::1\]|(.+\.)?localhost|127(\.\d{1,3}){3})$/.test(host) || hosts.has(host);
}

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
 * Rejects a request for a host that is not allowed; null when the request is accepted. Browsers always send a host, so a
 * request without one, as HTTP/1.0 permits, comes from a program and is accepted. @param hops the number of trusted proxies
 */
export function rejectHost(
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  hops: number,
  isAllowed: (host: string) => boolean,
): Rejection | null {
  const header = requestedHost(request.headers, hops);
  if (header === undefined) return null;
  const host = hostOf(header);
  if (host === null) return wrongHost;
  const [path = ''] = (request.url ?? '').split('?', 1);
  const isAddress = host.startsWith('[') || isIPv4(host);
  return isAllowed(host) || (isAddress && probedPaths.has(path)) ? null : wrongHost;
}

/**
 * Returns the `Host` that the client sent. Each trusted proxy may have appended the host that it received to
 * `X-Forwarded-Host`: as many of the last values are trusted, and the first of them is the client's.
 */
function requestedHost(headers: IncomingMessage['headers'], hops: number): string | undefined {
  const forwarded = hops > 0 ? [headers['x-forwarded-host']].flat().join(',').trim() : '';
  if (forwarded === '') return headers.host;
  const values = forwarded.split(',').map((value) => value.trim());
  return values[Math.max(0, values.length - hops)];
}

function withBrackets(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
