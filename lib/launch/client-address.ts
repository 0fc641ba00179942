import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import { SettingError } from './setting-error.ts';

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

/** Parses SIGHTLINE_TRUSTED_PROXY_HOPS, the number of trusted proxies: 0 (default) to 10. @throws SettingError */
export function readHops(value: string | undefined): number {
  const text = value?.trim() || '0';
  if (/^(10|\d)$/.test(text)) return Number(text);
  throw new SettingError('SIGHTLINE_TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.');
}
