import 'server-only';
import type { Condition } from '../../contract/conditions.ts';
import { slotStart } from './slot.ts';

const MINUTE_MS = 60_000;

/** How many monitors were in each condition, and in maintenance. */
export interface FleetCounts {
  condition: Record<Condition, number>;
  maintenance: number;
}

/**
 * The fleet in one slot: the counts of its worst reading, but `down` and `overdue` are each the maximum of all its readings, so
 * that neither hides the other. Therefore the conditions can add up to more than there are monitors. Times are epoch ms.
 */
export interface FleetSlot {
  /** The start of the slot. */
  at: number;
  /** The first and the last reading in it. */
  firstAt: number;
  lastAt: number;
  counts: FleetCounts;
}

/** Adds a reading to the slot of the fleet, or begins the next one. */
export function addToFleet(slot: FleetSlot | null, at: number, counts: FleetCounts): FleetSlot {
  const start = slotStart(at);
  if (slot === null || slot.at !== start) return { at: start, firstAt: at, lastAt: at, counts };
  return { ...slot, lastAt: at, counts: worstOf(slot.counts, counts) };
}

/** @param before the worst until now: while others are as bad, the last reading is the worst */
function worstOf(before: FleetCounts, counts: FleetCounts): FleetCounts {
  const down = Math.max(before.condition.down, counts.condition.down);
  const overdue = Math.max(before.condition.overdue, counts.condition.overdue);
  const isWorst =
    counts.condition.down === down && (before.condition.down < down || counts.condition.overdue === overdue);
  const worst = isWorst ? counts : before;
  return { ...worst, condition: { ...worst.condition, down, overdue } };
}

/** Returns the times that nobody read in: between two slots, and from the last one to now, to the minute. */
export function gapsIn(
  slots: readonly FleetSlot[],
  slotMs: number,
  now: number,
): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (const [index, slot] of slots.entries()) {
    const previous = slots[index - 1];
    if (previous && slot.at - previous.at > slotMs) gaps.push({ from: previous.lastAt, to: slot.firstAt });
  }
  const last = slots.at(-1);
  if (last && slotStart(now) - last.at > slotMs) {
    gaps.push({ from: last.lastAt, to: Math.floor(now / MINUTE_MS) * MINUTE_MS });
  }
  return gaps;
}
