import 'server-only';
import type { Transaction } from 'kysely';
import type { Database, LeaderTransaction, Tables } from '../storage/database.ts';
import { inBatches } from './batches.ts';
import { monitorIds, storedIds } from './monitor-ids.ts';
import {
  addSlots,
  joinToLength,
  SLOT_MS,
  type Slot,
  type SlotQuery,
  slotLengths,
  slotStart,
} from './slot.ts';

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
