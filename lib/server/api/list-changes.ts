import 'server-only';
import { LRUCache } from 'lru-cache';
import type { ChangeList } from '@/lib/contract/changes';
import type { ChangesQuery } from '../../contract/changes-query.ts';
import { foldText } from '../../text/fold-text.ts';
import type { History } from '../history/history.ts';
import type { ChangeQuery } from '../history/stored-change.ts';
import { changeOf, historyMetaOf } from './change-response.ts';
import type { EtaggedBody } from './etagged-body.ts';
import { responsesByReading } from './of-one-reading.ts';

/** Returns a page of observed changes, the newest first. Sends no upstream request. */
type ListChanges = (query: ChangesQuery) => Promise<EtaggedBody<ChangeList>>;

/** Number of responses that are kept: viewers of the same page share one. */
const CACHE_MAX = 200;

export function createListChanges({ history, demo }: { history: History; demo: boolean }): ListChanges {
  const cache = new LRUCache<string, EtaggedBody<ChangeList>>({ max: CACHE_MAX });
  const respond = responsesByReading(history, cache);
  return (query) =>
    respond(JSON.stringify(query), async () => {
      const { changes, next } = await history.changes(storeQuery(query));
      const watched = await history.watched(query.since ?? 0, query.until ?? Number.MAX_SAFE_INTEGER);
      return {
        data: changes.map(changeOf),
        pagination: { next_cursor: next === null ? null : String(next), limit: query.limit },
        meta: historyMetaOf(watched, demo),
      };
    });
}

/** The query of the store for a query of the interface. */
export function storeQuery({
  kind,
  type,
  region,
  q,
  monitor,
  cursor,
  since,
  until,
  limit,
}: ChangesQuery): ChangeQuery {
  return {
    limit,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(kind.length === 0 ? {} : { kinds: new Set(kind) }),
    ...(type.length === 0 ? {} : { types: new Set(type) }),
    ...(region.length === 0 ? {} : { regions: new Set(region) }),
    ...(q === undefined ? {} : { words: foldText(q).split(' ') }),
    ...(monitor === undefined ? {} : { uuid: monitor }),
    ...(cursor === undefined ? {} : { before: cursor }),
  };
}
