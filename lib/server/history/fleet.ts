import 'server-only';
import { type Condition, conditions } from '../../contract/conditions.ts';
import { slotStart } from './slot.ts';

const MINUTE_MS = 60_000;

/** How many monitors were in each condition, and in maintenance. */
export type FleetCounts = Record<Condition | 'maintenance', number>;

/**
 * The fleet in one slot. Each count is the worst of the slot by itself: the fewest that were up, and the most of everything else.
 * They can be of different moments, and then add up to more than there are monitors. Times are epoch ms.
 */
export interface FleetSlot extends FleetCounts {
  /** The start of the slot. */
  at: number;
  /** The first and the last reading in it. */
  firstAt: number;
  lastAt: number;
  /** In how many of its quarter hours the list was read. */
  quarters: number;
}

export const noMonitors: FleetCounts = {
  ...{ down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
  maintenance: 0,
};
const fleetCounts = [...conditions, 'maintenance'] as const;

/** Adds a reading to the slot of the fleet, or begins the next one. */
export function addToFleet(slot: FleetSlot | null, at: number, counts: FleetCounts): FleetSlot {
  const own = { ...counts, at: slotStart(at), firstAt: at, lastAt: at, quarters: 1 };
  return slot === null || slot.at !== own.at ? own : { ...joinFleet(slot, own), quarters: 1 };
}

/** Joins a slot with a later one. */
export function joinFleet(slot: FleetSlot, later: FleetSlot): FleetSlot {
  const joined = { ...slot, lastAt: later.lastAt, quarters: slot.quarters + later.quarters };
  for (const name of fleetCounts) {
    joined[name] = name === 'up' ? Math.min(slot.up, later.up) : Math.max(slot[name], later[name]);
  }
  return joined;
}

/** Number of slots before a time that tell how far apart readings are then. */
export const SLOTS_NEAR = 8;

/** A time without readings, epoch ms. */
export interface Gap {
  from: number;
  to: number;
}

/**
 * Returns the time without readings from the last slot to now, to the minute; null: there is none. It skips a slot, and is more
 * than twice the usual distance between the readings before it, which can exceed a slot when the quota is small.
 *
 * @param slots the last `SLOTS_NEAR` slots, the oldest first
 * @param slotMs length of a slot, milliseconds
 */
export function presentGap(slots: readonly FleetSlot[], slotMs: number, now: number): Gap | null {
  const last = slots.at(-1);
  if (!last || slotStart(now) - last.at <= slotMs) return null;
  const [from, to] = [last.lastAt, Math.floor(now / MINUTE_MS) * MINUTE_MS];
  return to - from > 2 * usualDistance(slots) ? { from, to } : null;
}

/** Returns the median distance between readings; 0: there are too few, or most are in the same slots. */
function usualDistance(slots: readonly FleetSlot[]): number {
  const distances = slots
    .flatMap(({ firstAt, lastAt }, index) => {
      const previous = slots[index - 1];
      // Several readings in one slot are close together.
      return [...(previous ? [firstAt - previous.lastAt] : []), ...(firstAt === lastAt ? [] : [0])];
    })
    .sort((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0;
}
