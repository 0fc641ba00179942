import 'server-only';
import type { LRUCache } from 'lru-cache';
import type { History } from '../history/history.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';

const ATTEMPTS = 3;

/** Returns the response with a key, which is built unless it is in the cache. */
type ResponseByReading<T> = (key: string, build: () => Promise<T>) => Promise<EtaggedBody<T>>;

/** Creates a function for responses of several parts of the history, which keeps them until the next reading. */
export function responsesByReading<T>(
  history: Pick<History, 'version'>,
  cache: LRUCache<string, EtaggedBody<T>>,
): ResponseByReading<T> {
  return async (key, build) => {
    const keyOf = (version: string) => `${key} ${version}`;
    const cached = cache.get(keyOf(history.version()));
    if (cached) return cached;
    const { version, value } = await ofOneReading(history, build);
    const response = etaggedBody(value);
    cache.set(keyOf(version), response);
    return response;
  };
}

/**
 * Builds a response, anew if a reading is recorded meanwhile: so that all parts are of one reading, and all replicas build the
 * same. Readings are seconds apart, so that the last attempt is not checked.
 *
 * @returns the version of that reading, too
 */
async function ofOneReading<T>(
  history: Pick<History, 'version'>,
  build: () => Promise<T>,
): Promise<{ version: string; value: T }> {
  for (let attempt = 1; ; attempt += 1) {
    const version = history.version();
    const value = await build();
    if (history.version() === version || attempt === ATTEMPTS) return { version, value };
  }
}
