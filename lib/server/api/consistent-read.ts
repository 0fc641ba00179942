import 'server-only';
import { LRUCache } from 'lru-cache';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';

const ATTEMPTS = 3;
/** Size of the responses that are kept: viewers of the same page share one. */
const CACHE_BYTES = 16_000_000;

/**
 * Keeps the response to each query until the version of its source changes, with each crawl. If that happens while it is
 * built, it is built again, so that all parts are of one crawl. Crawls are seconds apart, so that the last attempt is not
 * checked.
 */
export function consistentRead<T>(source: { version(): string }) {
  const cache = new LRUCache<string, EtaggedBody<T>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  });
  return async (query: string, build: () => Promise<T>): Promise<EtaggedBody<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const key = `${source.version()} ${query}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const body = await build();
      if (key !== `${source.version()} ${query}` && attempt < ATTEMPTS) continue;
      const response = etaggedBody(body);
      cache.set(key, response);
      return response;
    }
  };
}
