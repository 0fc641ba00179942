import 'server-only';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Creates a limiter of rate-limiter-flexible, which counts in fixed windows. `keyPrefix` is its name, `duration` the length
 * of a window in seconds. The container chooses where it counts; where that can fail, it counts in memory meanwhile
 * (`insuranceLimiter`).
 */
export type CreateLimiter = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

/** Counts in the memory of this process. */
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
 * Returns the network by which requests from an address are counted. A client with an IPv6 address usually has all 2^64
 * addresses of its /64 network, so these count as one. Each IPv4 address counts separately, in any notation.
 *
 * @returns a text that is the same for all addresses of one network; a text that is not an address unchanged
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
