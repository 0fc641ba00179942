import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { Change } from '@/lib/contract/changes';
import { CHANGES_LIMIT_MAX, type ChangesQuery } from '../../contract/changes-query.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import { changeOf } from './change-response.ts';
import { type Export, exportFile, type FileFormat } from './export-file.ts';
import { storeQuery } from './list-changes.ts';

/** Exports all changes that match the query, the newest first. */
type ExportChanges = (request: FileFormat & { query: ChangesQuery }) => Export;

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

export function createExportChanges(parts: {
  history: Pick<History, 'changes'>;
  clock: Clock;
}): ExportChanges {
  const { history, clock } = parts;
  return ({ query, ...format }) => {
    const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
    return exportFile({
      name: `changes-${stamp}Z`,
      missing: 0,
      format,
      records: () => allChanges(history, query),
      columns,
      cells: ({ monitor, lasted, fields, ...change }) => ({
        ...change,
        ...monitor,
        regions: monitor.regions.join(' '),
        lasted_at_least_s: lasted?.at_least_s ?? null,
        lasted_at_most_s: lasted?.at_most_s ?? null,
        fields: fields && JSON.stringify(fields),
      }),
      clock,
    });
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
