import 'server-only';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Creates a limiter of rate-limiter-flexible, which counts in fixed windows: in the database, if replicas share it.
 * `duration`: the length of a window, seconds.
 */
export type CreateLimiter = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

export const createMemoryLimiter: CreateLimiter = (options) => new RateLimiterMemory(options);

/** Takes one point of a key. @returns 0 when the key had a point left; otherwise how long to wait, milliseconds */
export async function takePoint(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
    throw error;
  }
}

/**
 * Returns the network by which requests from an address are counted: the /64 network of an IPv6 address, because a client
 * usually has all of its addresses, and an IPv4 address in any notation. A text that is not an address is returned unchanged.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
