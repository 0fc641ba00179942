import 'server-only';
import type { Transaction } from 'kysely';
import { type ChangeKind, changeKinds } from '../../contract/conditions.ts';
import { searchTextOf } from '../inventory/query/search-text.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import { DELETED_CHECKS, type ObservedChange } from './compare-crawl.ts';
import { changesOfMonitors, monitorIds } from './stored-monitors.ts';

/** A state that lasts from one change to another. */
type Span = 'condition' | 'maintenance';

interface SpanEnds {
  ends: readonly Span[];
  begins: Span | null;
}

const newCondition: SpanEnds = { ends: ['condition'], begins: 'condition' };
const endOfCondition: SpanEnds = { ends: ['condition'], begins: null };
const neither: SpanEnds = { ends: [], begins: null };

const spans: Record<ChangeKind, SpanEnds> = {
  down: newCondition,
  overdue: newCondition,
  status_unknown: newCondition,
  deactivated: newCondition,
  recovered: endOfCondition,
  reporting_again: endOfCondition,
  first_check: endOfCondition,
  activated: endOfCondition,
  maintenance_on: { ends: [], begins: 'maintenance' },
  maintenance_off: { ends: ['maintenance'], begins: null },
  removed: { ends: ['condition', 'maintenance'], begins: null },
  added: neither,
  edited: neither,
};

/**
 * Returns the spans that a change ends, and the span that it begins.
 *
 * @param deletesChecks whether an edit deletes the checks, which ends the condition
 */
export function spansOf(kind: ChangeKind, deletesChecks = false): SpanEnds {
  return kind === 'edited' && deletesChecks ? endOfCondition : spans[kind];
}

/**
 * Stores changes, each with its monitor as it was then. A change that ends a condition or maintenance is paired with the
 * change that began it. One statement writes many rows.
 *
 * @param last the id of the last stored change
 * @returns the id of the last change afterwards
 */
export async function appendChanges(
  trx: Transaction<Tables>,
  changes: readonly ObservedChange[],
  last: number,
): Promise<number> {
  const uuids = changes.map(({ monitor }) => monitor.monitor_uuid);
  const idOf = await monitorIds(trx, uuids);
  const monitors = new Map(changes.map(({ monitor }) => [idOf(monitor.monitor_uuid), monitor]));
  const subjects = await subjectsOf(trx, monitors);
  const open = await openChanges(trx, [...monitors.keys()]);
  const rows = new Map<number, Tables['change']>();
  const removedAt = new Map<number, number | null>();
  let id = last;
  for (const { kind, from, to, monitor, edits, before } of changes) {
    const own = idOf(monitor.monitor_uuid);
    const { ends, begins } = spansOf(kind, edits?.[DELETED_CHECKS] !== undefined);
    const ended = ends.flatMap((span) => open.get(`${own} ${span}`) ?? []);
    for (const span of ends) open.delete(`${own} ${span}`);
    for (const row of ended) rows.set(row.id, Object.assign(row, { pair_from: from, pair_to: to }));
    const begun = begins === null ? ended[0] : undefined;
    id += 1;
    const row = {
      id,
      subject: subjects.get(own) ?? 0,
      kind,
      from,
      to,
      pair_from: begun?.from ?? null,
      pair_to: begun?.to ?? null,
      edits: edits && JSON.stringify(edits),
      condition_before: before ?? null,
    };
    rows.set(id, row);
    if (begins !== null) open.set(`${own} ${begins}`, row);
    removedAt.set(own, kind === 'removed' ? to : null);
  }
  await trx
    .insertInto('change')
    .values([...rows.values()])
    .onConflict((on) =>
      on.column('id').doUpdateSet(({ ref }) => ({
        pair_from: ref('excluded.pair_from'),
        pair_to: ref('excluded.pair_to'),
      })),
    )
    .execute();
  for (const [removed, all] of Map.groupBy(monitors.keys(), (one) => removedAt.get(one) ?? null)) {
    await trx.updateTable('monitor_seen').set({ removed_at: removed }).where('id', 'in', all).execute();
  }
  return id;
}

const beginnings = changeKinds.filter((kind) => spansOf(kind).begins !== null);

/** Returns the changes that began a condition or maintenance that still lasts, by monitor and span. */
async function openChanges(
  trx: Transaction<Tables>,
  monitors: readonly number[],
): Promise<Map<string, Tables['change']>> {
  const found = await changesOfMonitors(trx, monitors)
    .selectAll('change')
    .where('kind', 'in', beginnings)
    .where('pair_to', 'is', null)
    .execute();
  return new Map(found.map(({ monitor, ...row }) => [`${monitor} ${spansOf(row.kind).begins}`, row]));
}

/** Returns the ids of the subjects with the present fields of these monitors. @param monitors by id, like the result */
async function subjectsOf(
  trx: Transaction<Tables>,
  monitors: ReadonlyMap<number, InventoryMonitor>,
): Promise<Map<number, number>> {
  const last = trx.selectFrom('subject').select(({ fn }) => fn.max('id').as('id'));
  const ofMonitors = last.where('monitor', 'in', [...monitors.keys()]).groupBy('monitor');
  const known = await trx.selectFrom('subject').selectAll().where('id', 'in', ofMonitors).execute();
  const present = [...monitors].map(([monitor, { monitor_uuid, name, type, target, port, regions }]) => ({
    monitor,
    name: storable(name),
    type: storable(type),
    target: storable(target),
    port,
    regions: JSON.stringify(regions),
    search: storable(`${searchTextOf({ name, target, port, regions })}\n${monitor_uuid.toLowerCase()}`),
  }));
  const keyOf = ({ monitor, name, type, target, port, regions }: (typeof present)[number]) =>
    JSON.stringify([monitor, name, type, target, port, regions]);
  const same = new Set(known.map(keyOf));
  const ids = new Map(known.map(({ id, monitor }) => [monitor, id]));
  const added = present.filter((subject) => !same.has(keyOf(subject)));
  if (added.length === 0) return ids;
  const inserted = await trx.insertInto('subject').values(added).returning(['id', 'monitor']).execute();
  for (const { id, monitor } of inserted) ids.set(monitor, id);
  return ids;
}

/** PostgreSQL cannot store the character 0. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
