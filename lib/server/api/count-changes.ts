import 'server-only';
import { LRUCache } from 'lru-cache';
import type { ChangeCount } from '@/lib/contract/changes';
import type { ChangesQuery } from '../../contract/changes-query.ts';
import type { History } from '../history/history.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';
import { storeQuery } from './list-changes.ts';

/** Counts the changes that match, up to a maximum. Sends no upstream request. */
type CountChanges = (query: ChangesQuery) => Promise<EtaggedBody<ChangeCount>>;

/** Larger numbers are not shown. */
const COUNT_MAX = 99;
/** Number of responses that are kept: a viewer asks for the same again and again. */
const CACHE_MAX = 1000;

export function createCountChanges({ history }: { history: History }): CountChanges {
  const cache = new LRUCache<string, EtaggedBody<ChangeCount>>({ max: CACHE_MAX });
  return async (query) => {
    const key = `${history.version()} ${JSON.stringify(query)}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const { changes, next } = await history.changes({ ...storeQuery(query), limit: COUNT_MAX });
    const body = etaggedBody<ChangeCount>({ data: { count: changes.length, more: next !== null } });
    cache.set(key, body);
    return body;
  };
}
