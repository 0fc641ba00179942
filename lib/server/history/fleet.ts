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

/** Number of slots before and after a time that tell how far apart readings are then. */
export const SLOTS_NEAR = 8;

/** A time without readings, epoch ms. */
interface Gap {
  from: number;
  to: number;
}

/**
 * Returns the times without readings, to the minute, that skip a slot and are more than twice the usual distance between nearby
 * readings. That distance can exceed a slot when the quota is small.
 */
export function gapsIn(slots: readonly FleetSlot[], slotMs: number, now: number): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, slot] of slots.entries()) {
    const previous = slots[index - 1];
    if (!previous || slot.at - previous.at <= slotMs) continue;
    const [from, to] = [previous.lastAt, slot.firstAt];
    if (to - from > 2 * usualDistance(slots, index)) gaps.push({ from, to });
  }
  const present = presentGap(slots, slotMs, now);
  return present === null ? gaps : [...gaps, present];
}

/** Returns the gap from the last slot to now, as far as the slots before it tell; null: there is none. */
export function presentGap(slots: readonly FleetSlot[], slotMs: number, now: number): Gap | null {
  const last = slots.at(-1);
  if (!last || slotStart(now) - last.at <= slotMs) return null;
  const [from, to] = [last.lastAt, Math.floor(now / MINUTE_MS) * MINUTE_MS];
  return to - from > 2 * usualDistance(slots, slots.length) ? { from, to } : null;
}

/**
 * Returns the median distance between the readings near the time that ends with a slot, without that time itself; 0: there are too
 * few readings, or most are in the same slots.
 */
function usualDistance(slots: readonly FleetSlot[], index: number): number {
  const before = slots.slice(Math.max(0, index - SLOTS_NEAR), index);
  const after = slots.slice(index, index + SLOTS_NEAR);
  const distances = [...distancesIn(before), ...distancesIn(after)].sort((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0;
}

/** The distances of readings in slots that follow each other. Several in one slot are close together: 0. */
function distancesIn(slots: readonly FleetSlot[]): number[] {
  return slots.flatMap(({ firstAt, lastAt }, index) => {
    const previous = slots[index - 1];
    return [...(previous ? [firstAt - previous.lastAt] : []), ...(firstAt === lastAt ? [] : [0])];
  });
}
