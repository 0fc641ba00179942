import 'server-only';
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

/**
 * Takes one point of a key.
 *
 * @param windowS length of a window that begins now, seconds; default: that of the limiter
 * @returns 0 when the key had a point left; otherwise how long to wait, milliseconds
 */
export async function takePoint(
  limiter: RateLimiterAbstract,
  key: string,
  windowS = limiter.duration,
): Promise<number> {
  try {
    await limiter.consume(key, 1, { customDuration: windowS });
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
    throw error;
  }
}
