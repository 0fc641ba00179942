import 'server-only';
import { type Condition, conditions } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** The length of a slot that is recorded, milliseconds. Slots are aligned to UTC. */
export const SLOT_MS = 15 * 60_000;

/** What was seen of a monitor in one slot. */
export interface Slot {
  /** In how many of its quarter hours the list was read. */
  quarters: number;
  /** Distinct checks that were up or down. */
  checks: number;
  /** How many of them were down. */
  down: number;
  /** How many of them have a response time; their sum and maximum, milliseconds. */
  timed: number;
  sumMs: number;
  maxMs: number;
  /** The conditions that readings showed, and maintenance: a bit mask, see `bits`. */
  seen: number;
}

export const emptySlot: Slot = { quarters: 1, checks: 0, down: 0, timed: 0, sumMs: 0, maxMs: 0, seen: 0 };

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

/** Whether the monitor was in maintenance at some time of the slot. */
export function wasInMaintenance({ seen }: Pick<Slot, 'seen'>): boolean {
  return (seen & bits.maintenance) !== 0;
}

/** Returns what was seen in two slots together. */
export function addSlots(a: Slot, b: Slot): Slot {
  return {
    quarters: a.quarters + b.quarters,
    checks: a.checks + b.checks,
    down: a.down + b.down,
    timed: a.timed + b.timed,
    sumMs: a.sumMs + b.sumMs,
    maxMs: Math.max(a.maxMs, b.maxMs),
    seen: a.seen | b.seen,
  };
}

/** The clocks of upstream and Sightline differ by less, if neither is wrong. */
export const CLOCKS_DIFFER_MS = 60 * 60_000;

/**
 * Adds one reading of a monitor to its slot. The reading's check counts if it was up or down, and ran after the last one that
 * was seen. A single check that is dated far in the future does not end the counting. Checks are compared by our clock, so that it
 * does not matter how far it is from upstream's.
 *
 * @param last the last check that was seen before, epoch ms by upstream's clock; null: none
 * @param times.readAt the time of the reading, epoch ms
 * @param times.countFrom epoch ms: earlier checks are not counted
 * @param times.clockAhead how far our clock is ahead of upstream's, ms
 * @returns the new slot, which is `slot` itself if nothing is new, and the last check seen now
 */
export function addToSlot(
  slot: Slot,
  last: number | null,
  monitor: InventoryMonitor,
  { readAt, countFrom, clockAhead }: { readAt: number; countFrom: number; clockAhead: number },
): { slot: Slot; last: number | null } {
  const seen = slot.seen | bits[monitor.condition] | (monitor.maintenance_mode ? bits.maintenance : 0);
  const unchanged = seen === slot.seen ? slot : { ...slot, seen };
  const check = monitor.last_check_at === null ? null : Date.parse(monitor.last_check_at);
  const isLastAhead = last !== null && last + clockAhead > readAt + CLOCKS_DIFFER_MS;
  if (check === null || check === last || (last !== null && check < last && !isLastAhead)) {
    return { slot: unchanged, last };
  }
  const { last_status: status, last_response_time_ms: time } = monitor;
  const isCounted = check + clockAhead >= countFrom && (status === 'up' || status === 'down');
  if (!isCounted) return { slot: unchanged, last: check };
  return {
    last: check,
    slot: {
      ...slot,
      checks: slot.checks + 1,
      down: slot.down + (status === 'down' ? 1 : 0),
      timed: slot.timed + (time === null ? 0 : 1),
      sumMs: slot.sumMs + (time ?? 0),
      maxMs: Math.max(slot.maxMs, time ?? 0),
      seen,
    },
  };
}
