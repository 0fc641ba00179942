import { type Bucket, seenLabel, seenQuarters } from '@/components/time-chart/buckets';
import { periodTime } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { FleetSlot } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';

/** One period of the chart. Times are epoch milliseconds. */
export type FleetBucket = Bucket<FleetSlot>;

/**
 * How many monitors were down, overdue and unknown, at most in a period; not necessarily at the same time. Null without
 * slots.
 */
export function worstOf({ slots }: FleetBucket) {
  const most = (condition: 'down' | 'overdue' | 'unknown') =>
    Math.max(...slots.map((slot) => slot[condition]));
  if (slots.length === 0) return null;
  return { down: most('down'), overdue: most('overdue'), unknown: most('unknown') };
}

/** How many monitors were down, overdue and unknown on average of the observed time; null without slots. */
export function meanOf({ slots }: FleetBucket) {
  const quarters = slots.reduce((sum, slot) => sum + slot.quarters, 0);
  const mean = (condition: 'down' | 'overdue' | 'unknown') =>
    slots.reduce((sum, slot) => sum + slot[`${condition}_mean`] * slot.quarters, 0) / quarters;
  if (quarters === 0) return null;
  return { down: mean('down'), overdue: mean('overdue'), unknown: mean('unknown') };
}

/** Whether a monitor was unknown at some time. This is rare; otherwise the chart has no part for it. */
export function hasUnknown(buckets: readonly FleetBucket[]): boolean {
  return buckets.some(({ slots }) => slots.some(({ unknown }) => unknown > 0));
}

export function fleetTitle(buckets: readonly FleetBucket[]): string {
  return `Monitors ${hasUnknown(buckets) ? 'down, overdue and unknown' : 'down and overdue'}`;
}

/** Whether a part of a bucket has no crawl. @param now epoch milliseconds */
export function isPartlyUnseen(bucket: FleetBucket, now: number): boolean {
  const { seen, of } = seenQuarters(bucket, now);
  return seen < of;
}

/**
 * "12 down, 3 overdue, 14:00 to 14:15", "At most 12 down, …" where it was not always so many, how many were unknown if any, and which part of the period was observed.
 *
 * @param now epoch milliseconds
 */
export function fleetLabel(bucket: FleetBucket | undefined, now: number, timeZone: TimeZone): string {
  if (bucket === undefined) return '';
  const period = periodTime(bucket, now, timeZone);
  const worst = worstOf(bucket);
  if (worst === null) return `Not observed, ${period}`;
  const most = meanLabel(bucket) === null ? '' : 'At most ';
  const counts = `${most}${formatInteger(worst.down)} down, ${formatInteger(worst.overdue)} overdue`;
  const unknown = worst.unknown > 0 ? `${formatInteger(worst.unknown)} unknown` : [];
  return [counts, unknown, period, seenLabel(seenQuarters(bucket, now)) ?? []].flat().join(', ');
}

/** "On average 1.5 down, 3 overdue"; null where that is the same as at most. */
export function meanLabel(bucket: FleetBucket | undefined): string | null {
  const [most, mean] = bucket ? [worstOf(bucket), meanOf(bucket)] : [null, null];
  if (most === null || mean === null) return null;
  const [down, overdue] = [oneDecimal.format(mean.down), oneDecimal.format(mean.overdue)];
  const isSame = down === oneDecimal.format(most.down) && overdue === oneDecimal.format(most.overdue);
  return isSame ? null : `On average ${down} down, ${overdue} overdue`;
}

export const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function fleetSummary(buckets: readonly FleetBucket[], now: number, timeZone: TimeZone): string {
  const downOf = (bucket: FleetBucket) => worstOf(bucket)?.down ?? -1;
  const [worst] = buckets.filter(({ slots }) => slots.length > 0).toSorted((a, b) => downOf(b) - downOf(a));
  if (worst === undefined) return 'Nothing was observed.';
  return `${fleetTitle(buckets)} over time. The most: ${fleetLabel(worst, now, timeZone)}.`;
}
