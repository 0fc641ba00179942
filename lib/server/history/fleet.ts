import 'server-only';
import type { Transaction } from 'kysely';
import { type Condition, conditions } from '../../contract/conditions.ts';
import type { Database, Tables } from '../storage/database.ts';
import { joinToLength, SLOT_MS, type SlotQuery, slotStart } from './slots.ts';

/** How many monitors were in each condition, and in maintenance. */
export type CrawlCounts = Record<Condition | 'maintenance', number>;

/** The fleet in one slot, as it is stored. */
export type StoredFleetSlot = Omit<Tables['fleet_slot'], 'length'>;

export const noMonitors: CrawlCounts = {
  down: 0,
  overdue: 0,
  unknown: 0,
  pending: 0,
  up: 0,
  inactive: 0,
  maintenance: 0,
};
const fleetCounts = [...conditions, 'maintenance'] as const;

/** The counts whose mean is kept: an outage of minutes is less than one of hours, also in a long slot. */
const means = ['down', 'overdue', 'unknown'] as const;

/** Adds a crawl to the slot of the fleet, or begins the next slot. */
export function addToFleet(slot: StoredFleetSlot | null, at: number, counts: CrawlCounts): StoredFleetSlot {
  const { down: down_mean, overdue: overdue_mean, unknown: unknown_mean } = counts;
  const own = {
    ...counts,
    at: slotStart(at),
    first_at: at,
    last_at: at,
    quarters: 1,
    crawls: 1,
    down_mean,
    overdue_mean,
    unknown_mean,
  };
  return slot === null || slot.at !== own.at ? own : { ...joinFleet(slot, own, 'crawls'), quarters: 1 };
}

/** Joins two slots. @param weight what their means count by */
function joinFleet(
  slot: StoredFleetSlot,
  later: StoredFleetSlot,
  weight: 'crawls' | 'quarters' = 'quarters',
): StoredFleetSlot {
  const joined = {
    ...slot,
    last_at: later.last_at,
    quarters: slot.quarters + later.quarters,
    crawls: slot.crawls + later.crawls,
  };
  for (const count of means) {
    const sum = slot[`${count}_mean`] * slot[weight] + later[`${count}_mean`] * later[weight];
    joined[`${count}_mean`] = sum / (slot[weight] + later[weight]);
  }
  for (const name of fleetCounts) {
    joined[name] = name === 'up' ? Math.min(slot.up, later.up) : Math.max(slot[name], later[name]);
  }
  return joined;
}

/** Stores a recorded slot. It replaces the stored slot of the same time. */
export async function writeFleet(trx: Transaction<Tables>, slot: StoredFleetSlot): Promise<void> {
  await trx
    .insertInto('fleet_slot')
    .values({ length: SLOT_MS, ...slot })
    .onConflict((on) => on.columns(['length', 'at']).doUpdateSet(slot))
    .execute();
}

/** Returns the slots of the fleet, the oldest first. */
export async function readFleet(
  db: Database['db'],
  { since, until, length }: SlotQuery,
): Promise<StoredFleetSlot[]> {
  const slots = db.selectFrom('fleet_slot').select(columns).where('length', '<=', length);
  const some = slots.where('at', '>=', slotStart(since, length)).where('at', '<', until);
  return joinToLength(await some.orderBy('at').execute(), length, (a, b) => joinFleet(a, b));
}

const columns = [
  ...(['at', 'first_at', 'last_at', 'quarters', 'crawls'] as const),
  ...(['down_mean', 'overdue_mean', 'unknown_mean'] as const),
  ...fleetCounts,
] as const;

/** Number of slots from which the usual distance between crawls is computed. */
export const SLOTS_NEAR = 8;

/** Returns the last slots as they were recorded, at most `SLOTS_NEAR`, the oldest first. */
export async function recentFleet(db: Database['db']): Promise<StoredFleetSlot[]> {
  const last = db.selectFrom('fleet_slot').select(columns).where('length', '=', SLOT_MS);
  return (await last.orderBy('at', 'desc').limit(SLOTS_NEAR).execute()).reverse();
}

const MINUTE_MS = 60_000;

/** A time without crawls, epoch ms. */
export type Gap = Tables['gap'];

/**
 * Returns the time without crawls from the last slot to now, to the minute; null: there is none. A gap is
 * more than twice as long as the usual distance between crawls, which can exceed a slot when the quota is small.
 *
 * @param slots the last `SLOTS_NEAR` slots, the oldest first
 */
export function presentGap(slots: readonly StoredFleetSlot[], now: number): Gap | null {
  const last = slots.at(-1);
  if (!last) return null;
  const gap = { from: last.last_at, to: Math.floor(now / MINUTE_MS) * MINUTE_MS };
  return isGap(gap, slots) ? gap : null;
}

/** Whether a time between two crawls is a gap: it skips a whole slot, and is more than twice as long as usual. */
export function isGap({ from, to }: Gap, slots: readonly StoredFleetSlot[]): boolean {
  return slotStart(to) - slotStart(from) > SLOT_MS && to - from > 2 * usualDistance(slots);
}

/** Returns the median distance between crawls; 0: there are too few crawls, or most share a slot with another one. */
function usualDistance(slots: readonly StoredFleetSlot[]): number {
  const distances = slots
    .flatMap(({ first_at, last_at }, index) => {
      const previous = slots[index - 1];
      // Several crawls in one slot are close together.
      return [...(previous ? [first_at - previous.last_at] : []), ...(first_at === last_at ? [] : [0])];
    })
    .sort((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0;
}

/** Returns the recorded gaps between two times, the oldest first. */
export function gapsBetween(db: Database['db'], since: number, until: number): Promise<Gap[]> {
  const found = db.selectFrom('gap').selectAll().where('to', '>', since).where('from', '<', until);
  return found.orderBy('to').execute();
}
