import 'server-only';
import type { Database } from '../storage/database.ts';
import type { FleetSlot } from './fleet.ts';
import { SLOT_MS, slotStart } from './slot.ts';

const MINUTE_MS = 60_000;

/** A time without crawls, epoch ms. */
export interface Gap {
  from: number;
  to: number;
}

/**
 * Returns the time without crawls from the last slot to now, to the minute; null: there is none. It skips a slot, and is more
 * than twice the usual distance between the crawls before it, which can exceed a slot when the quota is small.
 *
 * @param slots the last `SLOTS_NEAR` slots, the oldest first
 */
export function presentGap(slots: readonly FleetSlot[], now: number): Gap | null {
  const last = slots.at(-1);
  if (!last || slotStart(now) - last.at <= SLOT_MS) return null;
  const [from, to] = [last.last_at, Math.floor(now / MINUTE_MS) * MINUTE_MS];
  return to - from > 2 * usualDistance(slots) ? { from, to } : null;
}

/** Returns the median distance between crawls; 0: there are too few, or most are in the same slots. */
function usualDistance(slots: readonly FleetSlot[]): number {
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
