import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/**
 * Returns the client's address. Each trusted proxy appends the address of its own client to
 * `X-Forwarded-For`; entries further left come from the client and are not trusted.
 *
 * @param hops the number of trusted proxies; 0: the header is ignored
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const address = proxyAddr(request, (_address, hop) => hop < hops);
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? 'unknown') : address;
}

/**
 * Parses SIGHTLINE_TRUSTED_PROXY_HOPS, the number of trusted proxies: 0 (default) to 10; null when invalid.
 */
export function readHops(value: string | undefined): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return 0;
  return /^(10|\d)$/.test(text) ? Number(text) : null;
}
