import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/**
 * The client's address. Each trusted proxy appends the address that it was asked from to `X-Forwarded-For`; what
 * stands further left was written by the client and proves nothing.
 *
 * @param hops how many proxies in front are trusted; 0: the header is ignored
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const address = proxyAddr(request, (_address, hop) => hop < hops);
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? 'unknown') : address;
}

/** How many proxies in front are trusted: SIGHTLINE_TRUSTED_PROXY_HOPS, 0 to 10, 0 when not set; null when wrong. */
export function readHops(value: string | undefined): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return 0;
  return /^(10|\d)$/.test(text) ? Number(text) : null;
}
