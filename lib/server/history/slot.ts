import 'server-only';
import { type Condition, conditions } from '../../contract/conditions.ts';
import { DAY_MS } from '../../contract/history-days.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';

/** The length of a slot, milliseconds. Slots are aligned to UTC. */
export const SLOT_MS = 15 * 60_000;
export const SLOTS_A_DAY = DAY_MS / SLOT_MS;

/** What was seen of a monitor in one slot. */
export interface Slot {
  /** Distinct checks that were up or down. */
  checks: number;
  /** How many of them were down. */
  down: number;
  /** How many of them have a response time; their sum and maximum, milliseconds. */
  timed: number;
  sumMs: number;
  maxMs: number;
  /** The conditions that readings showed, and maintenance: a bit mask, see `bitOf`. */
  seen: number;
}

export const emptySlot: Slot = { checks: 0, down: 0, timed: 0, sumMs: 0, maxMs: 0, seen: 0 };

const bits: Record<Condition | 'maintenance', number> = {
  down: 1,
  overdue: 2,
  pending: 4,
  up: 8,
  inactive: 16,
  maintenance: 32,
  unknown: 64,
};

/** The start of the slot that contains an instant, epoch ms. */
export function slotStart(instant: number): number {
  return Math.floor(instant / SLOT_MS) * SLOT_MS;
}

/** Returns the worst condition that was seen in a slot; null: none. */
export function stateOf({ seen }: Pick<Slot, 'seen'>): Condition | null {
  return conditions.find((condition) => (seen & bits[condition]) !== 0) ?? null;
}

/** Whether the monitor was in maintenance at some time of the slot. */
export function wasInMaintenance({ seen }: Pick<Slot, 'seen'>): boolean {
  return (seen & bits.maintenance) !== 0;
}

/**
 * The last checks that were seen of a monitor, by upstream's clock, epoch ms; null: none. Those that are said to have run far in the
 * future are remembered apart, so that they do not end the counting, and neither kind is counted twice.
 */
export interface LastCheck {
  at: number | null;
  aheadAt: number | null;
}

export const noCheck: LastCheck = { at: null, aheadAt: null };

/** The clocks of upstream and Sightline differ by less. */
export const CLOCKS_DIFFER_MS = 60 * 60_000;

/**
 * Adds one reading of a monitor to its slot. The reading's check counts if it was up or down, and ran after every check that
 * was seen before.
 *
 * @param last the last checks seen before this reading
 * @param times.readAt the time of the reading, epoch ms
 * @param times.countFrom epoch ms: earlier checks are not counted
 * @returns the new slot, and the last checks seen now, which are `last` itself if the check is not a new one
 */
export function addToSlot(
  slot: Slot,
  last: LastCheck,
  monitor: InventoryMonitor,
  { readAt, countFrom }: { readAt: number; countFrom: number },
): { slot: Slot; last: LastCheck } {
  const seen = slot.seen | bits[monitor.condition] | (monitor.maintenance_mode ? bits.maintenance : 0);
  const checkedAt = monitor.last_check_at === null ? null : Date.parse(monitor.last_check_at);
  const unchanged = seen === slot.seen ? slot : { ...slot, seen };
  if (checkedAt === null || !isNew(checkedAt, last, readAt)) return { slot: unchanged, last };
  const seenNow = isAhead(checkedAt, readAt) ? { ...last, aheadAt: checkedAt } : { ...last, at: checkedAt };
  const { last_status: status, last_response_time_ms: time } = monitor;
  const isCounted = checkedAt >= countFrom && (status === 'up' || status === 'down');
  if (!isCounted) return { slot: unchanged, last: seenNow };
  return {
    last: seenNow,
    slot: {
      checks: slot.checks + 1,
      down: slot.down + (status === 'down' ? 1 : 0),
      timed: slot.timed + (time === null ? 0 : 1),
      sumMs: slot.sumMs + (time ?? 0),
      maxMs: Math.max(slot.maxMs, time ?? 0),
      seen,
    },
  };
}

const isAhead = (check: number, readAt: number) => check > readAt + CLOCKS_DIFFER_MS;

/** Whether a check was not seen before. It is compared with those of its own kind, also when a stored one was of the other. */
function isNew(check: number, { at, aheadAt }: LastCheck, readAt: number): boolean {
  if (check === at || check === aheadAt) return false;
  if (isAhead(check, readAt)) return check > Math.max(at ?? 0, aheadAt ?? 0);
  return at === null || check > at || isAhead(at, readAt);
}
