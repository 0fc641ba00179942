import 'server-only';
import { sql, type Transaction } from 'kysely';
import { searchTextOf } from '../inventory/query/search-text.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import { DELETED_CHECKS } from './edits-of.ts';
import type { ObservedChange } from './monitor-changes.ts';
import { rememberMonitors } from './remember-monitors.ts';
import { spansOf } from './spans.ts';

/** A change that has begun what still lasts. */
interface Begun {
  id: number;
  from: number;
  to: number;
}

/** A monitor while changes are added. */
interface MonitorState {
  id: number;
  uuid: string;
  subject: number | null;
  open: { condition: Begun | null; maintenance: Begun | null };
  removedAt: number | null;
}

/**
 * Adds changes, each with its monitor as it was, and ends what they end. One statement writes many rows.
 *
 * @param last the id of the last change
 * @returns the same afterwards
 */
export async function appendChanges(
  trx: Transaction<Tables>,
  changes: readonly ObservedChange[],
  last: number,
): Promise<number> {
  const states = await statesOf(trx, changes);
  const rows: Tables['change'][] = [];
  const pairs: Tables['change_pair'][] = [];
  let id = last;
  for (const { kind, from, to, monitor, edits } of changes) {
    const state = states.get(monitor.monitor_uuid.toLowerCase());
    if (state?.subject == null) throw new Error('a monitor is missing');
    id += 1;
    rows.push({ id, subject: state.subject, kind, from, to, edits: edits && JSON.stringify(edits) });
    const { ends, begins } = spansOf(kind, edits?.[DELETED_CHECKS] !== undefined);
    const ended = ends.flatMap((span) => state.open[span] ?? []);
    for (const span of ends) state.open[span] = null;
    for (const begun of ended) pairs.push({ change: begun.id, from, to });
    const [first] = ended;
    if (first && begins === null) pairs.push({ change: id, from: first.from, to: first.to });
    if (begins !== null) state.open[begins] = { id, from, to };
    state.removedAt = kind === 'removed' ? to : null;
  }
  await trx.insertInto('change').values(rows).execute();
  if (pairs.length > 0) await trx.insertInto('change_pair').values(pairs).execute();
  await trx
    .insertInto('monitor_seen')
    .values(
      [...states.values()].map(({ open, removedAt, ...state }) => ({
        ...state,
        open_condition: open.condition?.id ?? null,
        open_maintenance: open.maintenance?.id ?? null,
        removed_at: removedAt,
      })),
    )
    .onConflict((on) =>
      on.column('id').doUpdateSet(({ ref }) => ({
        subject: ref('excluded.subject'),
        open_condition: ref('excluded.open_condition'),
        open_maintenance: ref('excluded.open_maintenance'),
        removed_at: ref('excluded.removed_at'),
      })),
    )
    .execute();
  return id;
}

/** The monitors of changes by UUID in lower case, with subjects that are as the monitors are now. */
async function statesOf(
  trx: Transaction<Tables>,
  changes: readonly ObservedChange[],
): Promise<Map<string, MonitorState>> {
  const monitors = new Map(changes.map(({ monitor }) => [monitor.monitor_uuid.toLowerCase(), monitor]));
  await rememberMonitors(
    trx,
    [...monitors.values()].map(({ monitor_uuid }) => monitor_uuid),
  );
  const found = await trx
    .selectFrom('monitor_seen')
    .leftJoin('change as condition', 'condition.id', 'open_condition')
    .leftJoin('change as maintenance', 'maintenance.id', 'open_maintenance')
    .leftJoin('subject', 'subject.id', 'monitor_seen.subject')
    .select(['monitor_seen.id', 'uuid', 'monitor_seen.subject'])
    .select(['open_condition', 'condition.from as condition_from', 'condition.to as condition_to'])
    .select(['open_maintenance', 'maintenance.from as maintenance_from', 'maintenance.to as maintenance_to'])
    .select(['name', 'type', 'target', 'port', 'regions'])
    .where(sql<string>`lower(uuid)`, 'in', [...monitors.keys()])
    .execute();
  const states = new Map<string, MonitorState>();
  const changed = new Map<number, { state: MonitorState; monitor: InventoryMonitor }>();
  for (const row of found) {
    const { id, uuid } = row;
    const monitor = monitors.get(uuid.toLowerCase());
    if (monitor === undefined) continue;
    const open = {
      condition: begunOf(row.open_condition, row.condition_from, row.condition_to),
      maintenance: begunOf(row.open_maintenance, row.maintenance_from, row.maintenance_to),
    };
    const state = { id, uuid, subject: row.subject, open, removedAt: null };
    states.set(uuid.toLowerCase(), state);
    const isSame =
      row.subject !== null &&
      row.name === monitor.name &&
      row.type === monitor.type &&
      row.target === monitor.target &&
      row.port === monitor.port &&
      row.regions === JSON.stringify(monitor.regions);
    if (!isSame) changed.set(id, { state, monitor });
  }
  await addSubjects(trx, changed);
  return states;
}

/** Null if the change is not remembered any more. */
function begunOf(id: number | null, from: number | null, to: number | null): Begun | null {
  return id === null || from === null || to === null ? null : { id, from, to };
}

/** Gives monitors, by id, a subject that is as they are. */
async function addSubjects(
  trx: Transaction<Tables>,
  changed: ReadonlyMap<number, { state: MonitorState; monitor: InventoryMonitor }>,
): Promise<void> {
  if (changed.size === 0) return;
  const added = await trx
    .insertInto('subject')
    .values(
      [...changed.values()].map(({ state, monitor: { name, type, target, port, regions } }) => ({
        ...{ monitor: state.id, name: storable(name), type: storable(type), target: storable(target), port },
        regions: JSON.stringify(regions),
        search: storable(`${searchTextOf({ name, target, port, regions })}\n${state.uuid.toLowerCase()}`),
      })),
    )
    .returning(['id', 'monitor'])
    .execute();
  for (const { id, monitor } of added) {
    const one = changed.get(monitor);
    if (one) one.state.subject = id;
  }
}

/** PostgreSQL cannot store the character 0. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
