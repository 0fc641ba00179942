import 'server-only';
import type { Transaction } from 'kysely';
import { changeKinds } from '../../contract/change-kinds.ts';
import { searchTextOf } from '../inventory/query/search-text.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import { spansOf } from './change-spans.ts';
import { DELETED_CHECKS, type ObservedChange } from './detect-changes.ts';
import { monitorIds } from './monitor-ids.ts';
import { changesOfMonitors } from './timeline-queries.ts';

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
  const incomplete = await editsSince(
    trx,
    changes.flatMap((one) => (one.completes ? { from: one.from, own: idOf(one.monitor.monitor_uuid) } : [])),
  );
  const rows = new Map<number, Tables['change']>();
  const removedAt = new Map<number, number | null>();
  let id = last;
  for (const { kind, from, to, monitor, edits, before, completes } of changes) {
    const own = idOf(monitor.monitor_uuid);
    const first = completes ? incomplete.find((one) => one.monitor === own && one.to >= from) : undefined;
    if (first !== undefined) {
      const { monitor: _, ...row } = first;
      rows.set(row.id, { ...row, edits: JSON.stringify({ ...JSON.parse(row.edits ?? '{}'), ...edits }) });
      continue;
    }
    const { ends, begins } = spansOf(kind, edits?.[DELETED_CHECKS] !== undefined);
    const ended = ends.flatMap((span) => open.get(`${own} ${span}`) ?? []);
    for (const span of ends) open.delete(`${own} ${span}`);
    for (const row of ended) rows.set(row.id, Object.assign(row, { pair_from: from, pair_to: to }));
    const begun = begins === null ? ended[0] : undefined;
    id += 1;
    const row = {
      ...{ id, subject: subjects.get(own) ?? 0, kind, from, to, edits: edits && JSON.stringify(edits) },
      condition_before: before ?? null,
      ...{ pair_from: begun?.from ?? null, pair_to: begun?.to ?? null },
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
        edits: ref('excluded.edits'),
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

/** Returns the edits of these monitors that ended after any of these times, the oldest first. */
async function editsSince(
  trx: Transaction<Tables>,
  modified: readonly { own: number; from: number }[],
): Promise<(Tables['change'] & { monitor: number })[]> {
  if (modified.length === 0) return [];
  const monitors = modified.map(({ own }) => own);
  return changesOfMonitors(trx, monitors)
    .selectAll('change')
    .where('kind', '=', 'edited')
    .where('to', '>=', Math.min(...modified.map(({ from }) => from)))
    .orderBy('change.id')
    .execute();
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
    ...{ monitor, name: storable(name), type: storable(type), target: storable(target), port },
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
