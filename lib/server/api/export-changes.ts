import 'server-only';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Change } from '@/lib/contract/changes';
import { CHANGES_LIMIT_MAX, type ChangesQuery } from '../../contract/changes-query.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import { changeOf } from './change-response.ts';
import { csvStream, type Export, withTimeout } from './export-stream.ts';
import { storeQuery } from './list-changes.ts';

/** Exports all changes that match the query, the newest first. */
export type ExportChanges = (request: {
  query: ChangesQuery;
  format: 'csv' | 'json';
  bom: boolean;
}) => Export;

const columns = [
  'id',
  'kind',
  { key: 'from', header: 'after' },
  { key: 'to', header: 'by' },
  'monitor_uuid',
  'name',
  'type',
  'target',
  'port',
  'regions',
  'lasted_at_least_s',
  'lasted_at_most_s',
  'fields',
];

export function createExportChanges({
  history,
  clock,
}: {
  history: Pick<History, 'changes'>;
  clock: Clock;
}): ExportChanges {
  return ({ query, format, bom }) => {
    const changes = allChanges(history, query);
    const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
    const common = { fileName: `changes-${stamp}Z.${format}`, missing: 0 };
    if (format === 'json') {
      return {
        ...common,
        contentType: 'application/json; charset=utf-8',
        open: () => withTimeout(Readable.from(jsonParts(changes)), clock),
      };
    }
    return {
      ...common,
      contentType: 'text/csv; charset=utf-8; header=present',
      open: () => withTimeout(csvStream(csvRows(changes), columns, bom), clock),
    };
  };
}

async function* allChanges(history: Pick<History, 'changes'>, query: ChangesQuery): AsyncGenerator<Change> {
  const all = storeQuery({ ...query, limit: CHANGES_LIMIT_MAX });
  for (let before = all.before; ; ) {
    const page = await history.changes({ ...all, ...(before === undefined ? {} : { before }) });
    for (const change of page.changes) yield changeOf(change);
    if (page.next === null) return;
    before = page.next;
    // SQLite reads at once, and a stream that is consumed fast awaits nothing but microtasks.
    await setImmediate();
  }
}

async function* csvRows(changes: AsyncIterable<Change>): AsyncGenerator<Record<string, unknown>> {
  for await (const { monitor, lasted, fields, ...change } of changes) {
    yield {
      ...change,
      ...monitor,
      regions: monitor.regions.join(' '),
      lasted_at_least_s: lasted?.at_least_s ?? null,
      lasted_at_most_s: lasted?.at_most_s ?? null,
      fields: fields && JSON.stringify(fields),
    };
  }
}

/** A JSON array with one change per line. */
async function* jsonParts(changes: AsyncIterable<Change>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const change of changes) {
    yield separator + JSON.stringify(change);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
