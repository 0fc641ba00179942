import { type Bucket, bucketsOf, seenQuarters } from '@/components/time-chart/buckets';
import type { MonitorSlot } from '@/lib/contract/changes';
import { type Condition, conditions } from '@/lib/contract/conditions';
import type { HistoryDays } from '@/lib/contract/limits';

/**
 * The worst condition that was seen in a period. `unobserved`: Sightline did not read the list, so nothing is known. `open`:
 * the period is not over, and nothing of it has been recorded yet.
 */
export type PeriodState = Condition | 'unobserved' | 'open';

/** What was observed of a monitor in one period. Times are epoch milliseconds. */
export interface Period {
  from: number;
  to: number;
  state: PeriodState;
  /** Whether it was in maintenance at some time. */
  maintenance: boolean;
  /** How many of its past quarter hours were observed (`seen`), and how many there are (`of`). */
  quarters: { seen: number; of: number };
  /** The checks that were seen, and how many of them were down. */
  checks: number;
  down: number;
  /** Mean and maximum response time, milliseconds; null when no check that was seen has one. */
  meanMs: number | null;
  maxMs: number | null;
}

/** Whether Sightline read the list in a period. */
export function isObserved(state: PeriodState): state is Condition {
  return state !== 'unobserved' && state !== 'open';
}

/** The share of the seen checks of a period that were down; 1 where it was down and no new check was seen. */
export const downShare = ({ checks, down }: Pick<Period, 'checks' | 'down'>): number =>
  checks === 0 ? 1 : down / checks;

/** The periods of the last days, the oldest first. @param now epoch milliseconds */
export function periodsOf(slots: readonly MonitorSlot[], days: HistoryDays, now: number): Period[] {
  return bucketsOf(slots, days, now).map((bucket) => periodOf(bucket, now));
}

function periodOf(bucket: Bucket<MonitorSlot>, now: number): Period {
  const { from, to, slots } = bucket;
  const seen = new Set(slots.map(({ state }) => state));
  const maxima = slots.flatMap(({ max_ms }) => max_ms ?? []);
  return {
    from,
    to,
    state: conditions.find((condition) => seen.has(condition)) ?? (to > now ? 'open' : 'unobserved'),
    maintenance: slots.some(({ maintenance }) => maintenance),
    quarters: seenQuarters(bucket, now),
    checks: sum(slots.map(({ checks }) => checks)),
    down: sum(slots.map(({ down }) => down)),
    meanMs: meanOf(slots),
    maxMs: maxima.length === 0 ? null : Math.max(...maxima),
  };
}

/** The mean of the slots' means, weighted by their checks that have a response time: failed checks can be without. */
function meanOf(slots: readonly MonitorSlot[]): number | null {
  const timed = sum(slots.map((slot) => slot.timed));
  return timed === 0 ? null : sum(slots.map((slot) => (slot.mean_ms ?? 0) * slot.timed)) / timed;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A point of the lines, in the SVG of 100 by 100 units before scaling: x in units, the times in milliseconds. */
interface TimePoint {
  x: number;
  meanMs: number;
  maxMs: number;
}

/**
 * The connected parts of the lines, from left to right. The lines pass over a period only if the monitor was up in
 * it and no new check ran: they break where Sightline did not read the list, also for a part of a period, and where no
 * check had a response time.
 */
function connectedPoints(periods: readonly Period[]): TimePoint[][] {
  const parts: TimePoint[][] = [[]];
  for (const [index, { state, checks, meanMs, maxMs, quarters }] of periods.entries()) {
    const isWhole = quarters.seen === quarters.of;
    if (!isWhole) parts.push([]);
    if (meanMs !== null && maxMs !== null) {
      parts.at(-1)?.push({ x: ((index + 0.5) * 100) / periods.length, meanMs, maxMs });
      if (!isWhole) parts.push([]);
    } else if (state !== 'up' || checks > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** The lines of the mean and the maximum, and the area between them, as SVG paths. @param y from milliseconds to units */
export function timePaths(periods: readonly Period[], y: (ms: number) => number) {
  const parts = connectedPoints(periods);
  const pathOf = (part: readonly TimePoint[], value: 'meanMs' | 'maxMs') =>
    part.map((point) => `${point.x},${y(point[value])}`).join('L');
  // A closed path of one point is drawn as a dot.
  const lineOf = (value: 'meanMs' | 'maxMs') =>
    parts.map((part) => `M${pathOf(part, value)}${part.length === 1 ? 'Z' : ''}`).join('');
  const between = parts.map((part) => `M${pathOf(part, 'meanMs')}L${pathOf(part.toReversed(), 'maxMs')}Z`);
  return { mean: lineOf('meanMs'), maximum: lineOf('maxMs'), between: between.join('') };
}

/** The maximum is drawn up to this multiple of the highest mean; above it the line of the mean would be too low. */
const MAX_PEAK_RATIO = 4;

/** The top of the axis, milliseconds, and whether higher maxima are cut off; null without response times. */
export function timeScale(periods: readonly Period[]): { max: number; isCut: boolean } | null {
  const means = periods.flatMap(({ meanMs }) => meanMs ?? []);
  if (means.length === 0) return null;
  const highest = Math.max(1, ...periods.map(({ maxMs }) => maxMs ?? 0));
  const limit = Math.max(1, ...means) * MAX_PEAK_RATIO;
  return { max: Math.min(highest, limit) * 1.1, isCut: highest > limit * 1.1 };
}
