import 'server-only';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  type Change,
  type ChangeCount,
  type ChangeList,
  changeSchema,
  type HistoryMeta,
} from '../../contract/changes.ts';
import { CHANGES_LIMIT_MAX, type ChangesQuery } from '../../contract/changes-query.ts';
import { changeLabels } from '../../contract/conditions.ts';
import { text } from '../../contract/documented.ts';
import { parseChangesSearch, type SearchClause } from '../../contract/search/parse-search.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import type { History, Watched } from '../history/history.ts';
import type { ChangeQuery, StoredChange } from '../history/query-changes.ts';
import { readTerm } from '../inventory/query/search-terms.ts';
import { consistentRead } from './cached-view.ts';
import { type ExportFormat, exportFile } from './export-file.ts';

/** Larger counts are not shown. */
const COUNT_MAX = 99;

export const exportedChangeSchema = z.extend(changeSchema, {
  kind_label: text('The kind in the words of the screens: "Status unknown" for status_unknown.'),
});

/** Serves the observed changes, the newest first. Sends no upstream request. */
export function createChanges(parts: {
  history: Pick<History, 'changes' | 'watched' | 'version'>;
  clock: Clock;
}) {
  const { history, clock } = parts;
  const respond = consistentRead<ChangeList>(history);
  const respondCount = consistentRead<ChangeCount>(history);

  async function* allChanges(query: ChangesQuery): AsyncGenerator<z.infer<typeof exportedChangeSchema>> {
    const all = storeQuery({ ...query, limit: CHANGES_LIMIT_MAX });
    for (let before: number | null | undefined; before !== null; ) {
      const page = await history.changes({ ...all, before });
      for (const change of page.changes) yield { ...changeOf(change), kind_label: changeLabels[change.kind] };
      before = page.next;
      // Lets the event loop run: SQLite reads synchronously, and a stream that is consumed fast awaits only microtasks.
      await setImmediate();
    }
  }

  return {
    listChanges: (query: ChangesQuery) =>
      respond(JSON.stringify(query), async () => {
        const { changes, next } = await history.changes(storeQuery(query));
        const watched = await history.watched(query.since ?? 0, query.until ?? Number.MAX_SAFE_INTEGER);
        return {
          data: changes.map(changeOf),
          pagination: { next_cursor: next === null ? null : String(next), limit: query.limit },
          meta: historyMetaOf(watched),
        };
      }),
    /** Counts the changes that match, up to a maximum. */
    countChanges: (query: ChangesQuery) =>
      respondCount(JSON.stringify(query), async () => {
        const { changes, next } = await history.changes({ ...storeQuery(query), limit: COUNT_MAX });
        return { data: { count: changes.length, more: next !== null } };
      }),
    exportChanges: ({ query, ...format }: ExportFormat & { query: ChangesQuery }) =>
      exportFile({
        name: 'changes',
        asOf: clock.now(),
        format,
        records: () => allChanges(query),
        columns: exportColumns,
        clock,
      }),
  };
}

const exportColumns = {
  id: 'id',
  kind: 'kind',
  kind_label: 'kind_label',
  from: 'after',
  to: 'by',
  'monitor.monitor_uuid': 'monitor_uuid',
  'monitor.name': 'name',
  'monitor.type': 'type',
  'monitor.target': 'target',
  'monitor.port': 'port',
  'monitor.regions': 'regions',
  'lasted.at_least_s': 'lasted_at_least_s',
  'lasted.at_most_s': 'lasted_at_most_s',
  fields: 'fields',
};

export function storeQuery({ kind, type, region, q, monitor, cursor, ...rest }: ChangesQuery): ChangeQuery {
  const setOf = <T>(values: readonly T[]) => (values.length === 0 ? undefined : new Set(values));
  return {
    ...rest,
    kinds: setOf(kind),
    types: setOf(type),
    regions: setOf(region),
    search: q === undefined ? undefined : clausesOf(q),
    uuid: monitor,
    before: cursor,
  };
}

/** @param q checked by `readChangesQuery` */
function clausesOf(q: string): readonly SearchClause[] {
  const { all, problem } = parseChangesSearch(q);
  if (problem !== null) throw new Error(`unchecked search: ${problem.message}`);
  return all.map((any) =>
    any.map((atom) => (atom.field === null ? { ...atom, text: readTerm(atom.text).text } : atom)),
  );
}

export function changeOf({ sequence, kind, from, to, monitor, lasted, pair, edits }: StoredChange): Change {
  return {
    id: String(sequence),
    kind,
    from: iso(from),
    to: iso(to),
    monitor: { ...monitor, regions: [...monitor.regions] },
    lasted: lasted && { at_least_s: lasted.atLeastS, at_most_s: lasted.atMostS },
    pair: pair && { from: iso(pair.from), to: iso(pair.to) },
    fields: edits,
  };
}

/** Builds the `meta` of responses about the past. */
export function historyMetaOf(watched: Watched): HistoryMeta {
  const { from, until, gaps, keptDays, notSavedSince } = watched;
  return {
    observed_from: from === null ? null : iso(from),
    gaps: gaps.map((gap) => ({ from: iso(gap.from), to: iso(gap.to) })),
    as_of: until === null ? null : iso(until),
    kept_days: keptDays,
    not_saved_since: notSavedSince === null ? null : iso(notSavedSince),
  };
}
