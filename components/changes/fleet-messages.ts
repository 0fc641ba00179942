import { type Bucket, seenLabel, seenQuarters } from '@/components/time-chart/buckets';
import { periodTime } from '@/components/time-chart/time-labels';
import type { FleetSlot } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';

/** How many monitors were down, overdue and unknown, at most in a period. Not necessarily at the same time. */
export type FleetCounts = Pick<FleetSlot, 'down' | 'overdue' | 'unknown'>;

/** The highest counts of a bucket; null for one without slots. */
export function worstOf({ slots }: Bucket<FleetSlot>): FleetCounts | null {
  if (slots.length === 0) return null;
  return {
    down: Math.max(...slots.map(({ down }) => down)),
    overdue: Math.max(...slots.map(({ overdue }) => overdue)),
    unknown: Math.max(...slots.map(({ unknown }) => unknown)),
  };
}

/** Whether a monitor was unknown at some time. This is rare; otherwise the chart has no part for it. */
export function hasUnknown(buckets: readonly Bucket<FleetSlot>[]): boolean {
  return buckets.some(({ slots }) => slots.some(({ unknown }) => unknown > 0));
}

/** What the chart shows. */
export function fleetTitle(buckets: readonly Bucket<FleetSlot>[]): string {
  return `Monitors ${hasUnknown(buckets) ? 'down, overdue and unknown' : 'down and overdue'}`;
}

/** Whether a part of a bucket has no crawl. @param now epoch milliseconds */
export function isPartlyUnseen(bucket: Bucket<FleetSlot>, now: number): boolean {
  const { seen, of } = seenQuarters(bucket, now);
  return seen < of;
}

/**
 * "12 down, 3 overdue, 14:00 to 14:15", how many were unknown if any, and which part of the period was observed.
 *
 * @param now epoch milliseconds
 * @param timeZone the result of `useTimeZone`
 */
export function fleetLabel(
  bucket: Bucket<FleetSlot> | undefined,
  now: number,
  timeZone: string | undefined,
): string {
  if (bucket === undefined) return '';
  const period = periodTime(bucket, now, timeZone);
  const worst = worstOf(bucket);
  if (worst === null) return `Not observed, ${period}`;
  const counts = `${formatInteger(worst.down)} down, ${formatInteger(worst.overdue)} overdue`;
  const unknown = worst.unknown > 0 ? `${formatInteger(worst.unknown)} unknown` : [];
  return [counts, unknown, period, seenLabel(seenQuarters(bucket, now)) ?? []].flat().join(', ');
}

/** The summary of the chart for screen readers. */
export function fleetSummary(
  buckets: readonly Bucket<FleetSlot>[],
  now: number,
  timeZone: string | undefined,
): string {
  const worst = buckets.reduce<Bucket<FleetSlot> | undefined>(
    (most, bucket) =>
      (worstOf(bucket)?.down ?? -1) > (most ? (worstOf(most)?.down ?? -1) : -1) ? bucket : most,
    undefined,
  );
  if (worst === undefined) return 'Nothing was observed.';
  return `${fleetTitle(buckets)} over time. At most: ${fleetLabel(worst, now, timeZone)}.`;
}
