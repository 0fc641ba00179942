import 'server-only';
import { LRUCache } from 'lru-cache';
import type { History } from '../history/history.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';

const ATTEMPTS = 3;
/** Size of the responses that are kept: viewers of the same page share one. 30 days take about 30 kB. */
const CACHE_BYTES = 8_000_000;

/**
 * Keeps a response that is built from several reads of the history until the next crawl. If a crawl is recorded meanwhile, it
 * reads again, so that all parts are of one crawl. Crawls are seconds apart, so that the last attempt is not checked.
 */
export function consistentRead<T>(history: Pick<History, 'version'>) {
  const cache = new LRUCache<string, EtaggedBody<T>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  return async (key: string, build: () => Promise<T>): Promise<EtaggedBody<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const version = history.version();
      const cached = cache.get(`${key} ${version}`);
      if (cached) return cached;
      const body = await build();
      if (history.version() !== version && attempt < ATTEMPTS) continue;
      const response = etaggedBody(body);
      cache.set(`${key} ${version}`, response);
      return response;
    }
  };
}
