import type { Bucket } from '@/components/time-chart/buckets';
import { timeLabel } from '@/components/time-chart/time-labels';
import type { FleetSlot } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/format';

/** How many monitors were down and overdue at the worst moment of a period; null: nobody watched. */
export interface FleetCounts {
  down: number;
  overdue: number;
}

/** The counts at the worst moment of a bucket; null for one without slots. */
export function worstOf({ slots }: Bucket<FleetSlot>): FleetCounts | null {
  if (slots.length === 0) return null;
  return slots.reduce<FleetCounts>(
    (worst, { down, overdue }) => (down + overdue > worst.down + worst.overdue ? { down, overdue } : worst),
    { down: 0, overdue: 0 },
  );
}

/** "12 down, 3 overdue, 14:00 to 14:15". @param now epoch milliseconds @param timeZone the result of `useTimeZone` */
export function fleetLabel(
  bucket: Bucket<FleetSlot> | undefined,
  now: number,
  timeZone: string | undefined,
): string {
  if (bucket === undefined) return '';
  const at = (instant: number) => timeLabel(instant, now, timeZone);
  const period = `${at(bucket.from)} to ${at(Math.min(bucket.to, Math.max(now, bucket.from)))}`;
  const worst = worstOf(bucket);
  if (worst === null) return `Not observed, ${period}`;
  return `${formatInteger(worst.down)} down, ${formatInteger(worst.overdue)} overdue, ${period}`;
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
  return `Monitors down and overdue over time. At most: ${fleetLabel(worst, now, timeZone)}.`;
}
