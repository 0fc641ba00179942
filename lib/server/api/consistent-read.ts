import 'server-only';
import { LRUCache } from 'lru-cache';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';

const ATTEMPTS = 3;
/** Maximum memory of one kind of responses. Viewers of the same page share a response. */
const CACHE_BYTES = 8_000_000;
/** Memory of an entry besides its query and its response. */
const ENTRY_BYTES = 1_000;

/**
 * Caches the response to each query until the version of its source changes, which happens with each crawl. If the version
 * changes while a response is built, the response is built again, so that all its parts belong to one crawl. The last attempt
 * is not checked, because crawls are seconds apart.
 */
export function consistentRead<T>(source: { version(): string }) {
  const cache = new LRUCache<string, EtaggedBody<T>>({
    maxSize: CACHE_BYTES,
    // Also the key, because a viewer chooses the query. The value is kept as bytes and as an object of about twice their size.
    sizeCalculation: ({ bytes }, key) => ENTRY_BYTES + 2 * key.length + 3 * bytes.byteLength,
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
