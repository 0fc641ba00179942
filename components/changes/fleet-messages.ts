import { bucketsOf, seenLabel, seenQuarters } from '@/components/time-chart/buckets';
import { periodTime } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { FleetSlot } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/limits';
import { formatInteger } from '@/lib/text/format';

/** The conditions that the chart counts, from the bottom up. */
export const counted = ['down', 'overdue', 'unknown'] as const;
export type FleetCounts = Record<(typeof counted)[number], number>;

/** One period of the chart of all monitors. Times are epoch milliseconds. */
export interface FleetPeriod {
  from: number;
  to: number;
  /** How many of its past quarter hours were observed (`seen`), and how many there are (`of`). */
  quarters: { seen: number; of: number };
  /** How many monitors were in each condition at most, not necessarily at the same time; null where nothing was observed. */
  most: FleetCounts | null;
  /** The same on average of the observed time. */
  mean: FleetCounts | null;
}

/** The periods of the last days, the oldest first. @param now epoch milliseconds */
export function fleetPeriods(slots: readonly FleetSlot[], days: HistoryDays, now: number): FleetPeriod[] {
  return bucketsOf(slots, days, now).map((bucket) => {
    const quarters = seenQuarters(bucket, now);
    const countsOf = (count: (condition: keyof FleetCounts) => number) =>
      quarters.seen === 0
        ? null
        : { down: count('down'), overdue: count('overdue'), unknown: count('unknown') };
    return {
      from: bucket.from,
      to: bucket.to,
      quarters,
      most: countsOf((condition) => Math.max(...bucket.slots.map((slot) => slot[condition]))),
      mean: countsOf(
        (condition) =>
          bucket.slots.reduce((sum, slot) => sum + slot[`${condition}_mean`] * slot.quarters, 0) /
          quarters.seen,
      ),
    };
  });
}

/** The chart does not follow the filters of the changes below it. */
export const fleetTitle = 'Down, overdue and unknown (all monitors)';

/** Whether a part of a period has no crawl. */
export const isPartlyUnseen = ({ quarters: { seen, of } }: FleetPeriod) => seen < of;

/**
 * "12 down, 3 overdue, 14:00 to 14:15"; "At most 12 down, …" where it was not always so many; how many were unknown, if any;
 * and which part of the period was observed.
 *
 * @param now epoch milliseconds
 */
export function fleetLabel(period: FleetPeriod, now: number, timeZone: TimeZone): string {
  const { most, quarters } = period;
  const time = periodTime(period, now, timeZone);
  if (most === null) return `Not observed, ${time}`;
  const counts = `${meanLabel(period) === null ? '' : 'At most '}${formatInteger(most.down)} down, ${formatInteger(most.overdue)} overdue`;
  const unknown = most.unknown > 0 ? `${formatInteger(most.unknown)} unknown` : [];
  return [counts, unknown, time, seenLabel(quarters) ?? []].flat().join(', ');
}

/** "On average 1.5 down, 3 overdue"; null where that is the same as at most. */
export function meanLabel({ most, mean }: FleetPeriod): string | null {
  if (most === null || mean === null) return null;
  const label = ({ down, overdue }: FleetCounts) =>
    `${oneDecimal.format(down)} down, ${oneDecimal.format(overdue)} overdue`;
  return label(mean) === label(most) ? null : `On average ${label(mean)}`;
}

export const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function fleetSummary(periods: readonly FleetPeriod[], now: number, timeZone: TimeZone): string {
  const [worst] = periods
    .filter(({ most }) => most !== null)
    .toSorted((a, b) => (b.most?.down ?? 0) - (a.most?.down ?? 0));
  if (worst === undefined) return 'Nothing was observed.';
  return `${fleetTitle} over time. The most: ${fleetLabel(worst, now, timeZone)}.`;
}
