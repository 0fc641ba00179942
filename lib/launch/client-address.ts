import { isIP } from 'node:net';

/**
 * The address of who really asks. Each trusted proxy in front appends the address it was asked from to
 * `X-Forwarded-For`; what stands further left was written by the caller and proves nothing.
 *
 * @param hops how many proxies in front are trusted; 0: the header is not believed at all
 * @param peer the other end of the connection
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return peer;
  const named = forwardedFor.split(',').map((part) => part.trim());
  const candidate = named[Math.max(0, named.length - hops)];
  return candidate !== undefined && isIP(candidate) !== 0 ? candidate : peer;
}

/** How many proxies in front are trusted: SIGHTLINE_TRUSTED_PROXY_HOPS, 0 to 10, 0 when not set; null when wrong. */
export function readHops(value: string | undefined): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return 0;
  return /^(10|\d)$/.test(text) ? Number(text) : null;
}
