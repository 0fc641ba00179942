import 'server-only';
import type { Transaction } from 'kysely';
import { type Condition, conditions } from '../../contract/conditions.ts';
import { DAY_MS, type HistoryDays } from '../../contract/limits.ts';
import type { InventoryMonitor, Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Database, LeaderTransaction, Tables } from '../storage/database.ts';
import { inBatches } from './batches.ts';
import { monitorIds, storedIds } from './stored-monitors.ts';

/** The length of a slot that is recorded, milliseconds. Slots are aligned to UTC. */
export const SLOT_MS = 15 * 60_000;
const HOUR_MS = 4 * SLOT_MS;

/** The lengths of stored slots, milliseconds. Each is a multiple of the one before. */
export const slotLengths = [SLOT_MS, HOUR_MS, 4 * HOUR_MS] as const;

/** The age at which slots are joined to longer ones, milliseconds. Ranges that show the shorter slots end before it. */
export const joinSteps = [
  { length: SLOT_MS, longer: HOUR_MS, age: 2 * DAY_MS },
  { length: HOUR_MS, longer: 4 * HOUR_MS, age: 8 * DAY_MS },
];

/** The length of the slots that are shown for a number of days. */
export const lengthOfRange: Record<HistoryDays, number> = { 1: SLOT_MS, 7: HOUR_MS, 30: 4 * HOUR_MS };

/** The slots of a range, epoch ms, joined to slots of a length, milliseconds. Slots that are stored with a greater length are left out. */
export interface SlotQuery {
  since: number;
  until: number;
  length: number;
}

/** What was seen of a monitor in one slot, as it is stored. */
export type Slot = Omit<Tables['check_slot'], 'length' | 'at' | 'monitor'>;

export const emptySlot: Slot = { quarters: 1, seen: 0, checks: 0, down: 0, timed: 0, sum_ms: 0, max_ms: 0 };

const bits: Record<Condition | 'maintenance', number> = {
  down: 1,
  overdue: 2,
  pending: 4,
  up: 8,
  inactive: 16,
  maintenance: 32,
  unknown: 64,
};
export const slotBits = Object.values(bits);

/** The start of the slot that contains an instant, epoch ms. */
export function slotStart(instant: number, length = SLOT_MS): number {
  return Math.floor(instant / length) * length;
}

/** Returns the worst condition that was seen in a slot; null: none. */
export function stateOf({ seen }: Pick<Slot, 'seen'>): Condition | null {
  return conditions.find((condition) => (seen & bits[condition]) !== 0) ?? null;
}

/** Whether any crawl in the slot showed the monitor in maintenance. */
export function wasInMaintenance({ seen }: Pick<Slot, 'seen'>): boolean {
  return (seen & bits.maintenance) !== 0;
}

/** Joins slots of a monitor or of the fleet, the oldest first, to slots of a length. @param join joins one with a later one */
export function joinToLength<T extends { at: number }>(
  slots: Iterable<T>,
  length: number,
  join: (slot: T, later: T) => T,
): T[] {
  const joined = new Map<number, T>();
  for (const slot of slots) {
    const at = slotStart(slot.at, length);
    const earlier = joined.get(at);
    joined.set(at, { ...(earlier ? join(earlier, slot) : slot), at });
  }
  return [...joined.values()];
}

export function addSlots<T extends Slot>(a: T, b: Slot): T {
  return {
    ...a,
    quarters: a.quarters + b.quarters,
    checks: a.checks + b.checks,
    down: a.down + b.down,
    timed: a.timed + b.timed,
    sum_ms: a.sum_ms + b.sum_ms,
    max_ms: Math.max(a.max_ms, b.max_ms),
    seen: a.seen | b.seen,
  };
}

/** If both clocks are right, upstream's and Sightline's differ by less than this. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/**
 * Returns how far our clock was ahead of upstream's in a crawl, if so far that one of them is wrong, milliseconds; otherwise 0.
 * Such a crawl is dated by upstream's clock, so that nothing is recorded in the future.
 */
export function clockErrorOf({ clockAhead }: Pick<Snapshot, 'clockAhead'>): number {
  return Math.abs(clockAhead) < CLOCKS_DIFFER_MS ? 0 : clockAhead;
}

/** The slots of all monitors that are being filled. Each recorded crawl replaces them by a copy that contains the crawl. */
export interface OpenSlot {
  /** Its start, epoch ms; 0: no crawl was recorded. */
  at: number;
  /** Start of the first slot after a gap, epoch ms: earlier checks are not counted. */
  countFrom: number;
  /** By UUID. */
  slots: Map<string, Slot>;
  /** The last check that was seen of each monitor, by UUID: epoch ms by upstream's clock. */
  lastChecks: Map<string, number>;
}

/** Returns the last check of each monitor in a crawl, so that it is not counted again. */
export function lastChecksOf(monitors: readonly InventoryMonitor[]): OpenSlot['lastChecks'] {
  return new Map(
    monitors.flatMap(({ monitor_uuid: uuid, last_check_at: at }) =>
      at ? [[uuid, Date.parse(at)] as const] : [],
    ),
  );
}

/**
 * Returns the slot that starts at a time, epoch ms: a copy of the open one, or an empty one.
 *
 * @param isAfterGap whether the time since the last crawl is a gap, or there was none
 */
export function openSlotAt(before: OpenSlot, at: number, isAfterGap: boolean): OpenSlot {
  const lastChecks = new Map(before.lastChecks);
  if (before.at === at) return { ...before, slots: new Map(before.slots), lastChecks };
  return { at, countFrom: isAfterGap ? at : before.countFrom, slots: new Map(), lastChecks };
}

/**
 * Adds a monitor of a crawl to the open slot. Its check counts if it was up or down, and ran after the last check that was seen. A
 * check that is dated far in the future does not prevent later checks from counting. The times of checks are converted to our
 * clock first.
 *
 * @param times.readAt the time of the crawl, epoch ms
 * @param times.clockAhead by how much our clock is ahead of upstream's, ms
 */
export function addMonitor(
  { at, countFrom, slots, lastChecks }: OpenSlot,
  monitor: InventoryMonitor,
  { readAt, clockAhead }: { readAt: number; clockAhead: number },
): void {
  const { monitor_uuid: uuid, last_status: status, last_response_time_ms: time } = monitor;
  const before = slots.get(uuid) ?? emptySlot;
  const seen = before.seen | bits[monitor.condition] | (monitor.maintenance_mode ? bits.maintenance : 0);
  const slot = { ...before, seen };
  slots.set(uuid, slot);
  if (monitor.last_check_at === null) return;
  const check = Date.parse(monitor.last_check_at);
  const last = lastChecks.get(uuid);
  const isLastAhead = last !== undefined && last + clockAhead > readAt + CLOCKS_DIFFER_MS;
  if (last !== undefined && (check === last || (check < last && !isLastAhead))) return;
  lastChecks.set(uuid, check);
  // The first check that is seen may have run before the first crawl.
  const from = last === undefined ? Math.max(at, countFrom) : countFrom;
  if (check + clockAhead < from || (status !== 'up' && status !== 'down')) return;
  const own = { ...emptySlot, quarters: 0, checks: 1, down: status === 'down' ? 1 : 0 };
  slots.set(uuid, addSlots(slot, time === null ? own : { ...own, timed: 1, sum_ms: time, max_ms: time }));
}

/** Number of slots in one statement: many, because each statement costs a round trip to the database. */
const BATCH_ROWS = 1000;
const columns = ['quarters', 'seen', 'checks', 'down', 'timed', 'sum_ms', 'max_ms'] as const;

/** Stores slots that begin at a time, epoch ms, by UUID, in several transactions. */
export async function saveSlots(
  asLeader: LeaderTransaction,
  at: number,
  slots: Iterable<[string, Slot]>,
): Promise<void> {
  for await (const batch of inBatches(slots, BATCH_ROWS)) {
    await asLeader((trx) => writeSlots(trx, at, batch));
  }
}

/** Stores slots that begin at a time, epoch ms, by UUID. They replace the stored slots of that time. */
export async function writeSlots(
  trx: Transaction<Tables>,
  at: number,
  slots: Iterable<[string, Slot]>,
): Promise<void> {
  for await (const batch of inBatches(slots, BATCH_ROWS)) {
    const uuids = batch.map(([uuid]) => uuid);
    const idOf = await monitorIds(trx, uuids);
    const rows = batch.map(([uuid, slot]) => ({ length: SLOT_MS, at, monitor: idOf(uuid), ...slot }));
    await trx
      .insertInto('check_slot')
      .values(rows)
      .onConflict((on) =>
        on.columns(['length', 'at', 'monitor']).doUpdateSet(({ ref }) => {
          return Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]));
        }),
      )
      .execute();
  }
}

/** Returns the recorded slots that begin at a time, epoch ms, by UUID. */
export async function slotsAt(db: Database['db'], at: number): Promise<Map<string, Slot>> {
  const slots = db.selectFrom('check_slot').innerJoin('monitor_seen', 'monitor_seen.id', 'monitor');
  const some = slots.where('length', '=', SLOT_MS).where('at', '=', at);
  const rows = await some.select(['uuid', ...columns]).execute();
  return new Map(rows.map(({ uuid, ...slot }) => [uuid, slot]));
}

/** Returns the slots of a monitor, the oldest first; null for a monitor that is not remembered. */
export async function readSlots(
  db: Database['db'],
  uuid: string,
  { since, until, length }: SlotQuery,
): Promise<(Slot & { at: number })[] | null> {
  const monitor = (await storedIds(db, [uuid])).get(uuid.toLowerCase());
  if (monitor === undefined) return null;
  const found: (Slot & { at: number })[] = [];
  for (const own of slotLengths.filter((one) => one <= length)) {
    const stored = await storedRange(db, own);
    if (stored === null) continue;
    // The list of all starts lets the database use the primary key.
    const starts: number[] = [];
    const first = Math.max(stored.first, slotStart(since, own));
    for (let at = first; at <= stored.last && at < until; at += own) starts.push(at);
    if (starts.length === 0) continue;
    const slots = db.selectFrom('check_slot').select(['at', ...columns]);
    const ofMonitor = slots.where('length', '=', own).where('monitor', '=', monitor);
    found.push(...(await ofMonitor.where('at', 'in', starts).execute()));
  }
  found.sort((a, b) => a.at - b.at);
  return joinToLength(found, length, addSlots);
}

/** Returns the starts of the first and the last slots of a length, epoch ms; null: there are none. */
export async function storedRange(
  db: Database['db'] | Transaction<Tables>,
  length: number,
): Promise<{ first: number; last: number } | null> {
  const starts = db.selectFrom('check_slot').select('at').where('length', '=', length).limit(1);
  const first = await starts.orderBy('at').executeTakeFirst();
  const last = await starts.orderBy('at', 'desc').executeTakeFirst();
  return first && last ? { first: first.at, last: last.at } : null;
}
