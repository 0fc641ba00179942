import 'server-only';
import type { Selectable, Transaction } from 'kysely';
import type { Database, Tables } from '../storage/database.ts';
import { type FleetSlot, joinFleet, SLOTS_NEAR } from './fleet.ts';
import { SLOT_MS, slotStart } from './slot.ts';
import type { SlotQuery } from './slot-lengths.ts';

/** Stores a recorded slot of the fleet, in the place of what is stored of it. */
export async function writeFleet(
  trx: Transaction<Tables>,
  { at, firstAt, lastAt, ...counts }: FleetSlot,
): Promise<void> {
  const row = { ...counts, first_at: firstAt, last_at: lastAt };
  await trx
    .insertInto('fleet_slot')
    .values({ length: SLOT_MS, start: at, ...row })
    .onConflict((on) => on.columns(['length', 'start']).doUpdateSet(row))
    .execute();
}

function slotOf({
  length: _,
  start,
  first_at,
  last_at,
  ...counts
}: Selectable<Tables['fleet_slot']>): FleetSlot {
  return { at: start, firstAt: first_at, lastAt: last_at, ...counts };
}

/** Returns the slots of the fleet, the oldest first. */
export async function readFleet(
  db: Database['db'],
  { since, until, length }: SlotQuery,
): Promise<FleetSlot[]> {
  const rows = await db
    .selectFrom('fleet_slot')
    .selectAll()
    .where('length', '<=', length)
    .where('start', '>=', slotStart(since, length))
    .where('start', '<', until)
    .orderBy('start')
    .execute();
  const joined = new Map<number, FleetSlot>();
  for (const slot of rows.map(slotOf)) {
    const at = slotStart(slot.at, length);
    const earlier = joined.get(at);
    joined.set(at, earlier ? joinFleet(earlier, slot) : { ...slot, at });
  }
  return [...joined.values()];
}

/** Returns the last slots of the fleet as they were recorded, at most `SLOTS_NEAR`, the oldest first. */
export async function recentFleet(db: Database['db']): Promise<FleetSlot[]> {
  const last = db.selectFrom('fleet_slot').selectAll().where('length', '=', SLOT_MS);
  const rows = await last.orderBy('start', 'desc').limit(SLOTS_NEAR).execute();
  return rows.reverse().map(slotOf);
}
