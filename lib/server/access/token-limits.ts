import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Limits the requests with each token. */
export interface TokenLimits {
  /** Counts a request. @returns 0 when it is within the limit; otherwise how long to wait, milliseconds */
  take(name: string): number;
}

/** Maximum number of requests with one token in a minute, for each process of Sightline. */
export const TOKEN_REQUESTS_PER_MINUTE = 300;
const WINDOW_MS = 60_000;
/** Maximum number of names remembered: more than a file can have at once. */
const NAMES_MAX = 2000;

/** A fixed window for each token, which begins with its first request. */
export function createTokenLimits(clock: Pick<Clock, 'monotonic'>): TokenLimits {
  const windows = new LRUCache<string, { startedAt: number; count: number }>({ max: NAMES_MAX });
  return {
    take(name) {
      const now = clock.monotonic();
      const window = windows.get(name);
      if (window === undefined || now - window.startedAt >= WINDOW_MS) {
        windows.set(name, { startedAt: now, count: 1 });
        return 0;
      }
      if (window.count >= TOKEN_REQUESTS_PER_MINUTE) return window.startedAt + WINDOW_MS - now;
      window.count += 1;
      return 0;
    },
  };
}
