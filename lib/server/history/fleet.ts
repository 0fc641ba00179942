import 'server-only';
import type { Condition } from '../../contract/conditions.ts';
import { slotStart } from './slot.ts';

/** How many monitors were in each condition, and in maintenance. */
export interface FleetCounts {
  condition: Record<Condition, number>;
  maintenance: number;
}

/** The fleet in one slot: the worst of its readings. Times are epoch ms. */
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
  return { ...slot, lastAt: at, counts: isWorse(counts, slot.counts) ? counts : slot.counts };
}

function isWorse({ condition: a }: FleetCounts, { condition: b }: FleetCounts): boolean {
  return a.down === b.down ? a.overdue >= b.overdue : a.down > b.down;
}

/** Returns the times between two slots that nobody read in. */
export function gapsIn(slots: readonly FleetSlot[], slotMs: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (const [index, slot] of slots.entries()) {
    const previous = slots[index - 1];
    if (previous && slot.at - previous.at > slotMs) gaps.push({ from: previous.lastAt, to: slot.firstAt });
  }
  return gaps;
}
