import { DAY_MS, type HistoryDays } from '@/lib/contract/history-days';
import { formatDuration } from '@/lib/text/format';

/** One period of a chart with the slots that were observed in it. Times are epoch milliseconds. */
export interface Bucket<Slot> {
  from: number;
  to: number;
  slots: readonly Slot[];
}

const MINUTE_MS = 60_000;

/** The length of a bucket, milliseconds: a quarter of an hour, an hour, or four hours, so that a few hundred fit. */
const bucketMs: Record<HistoryDays, number> = {
  1: 15 * MINUTE_MS,
  7: 60 * MINUTE_MS,
  30: 240 * MINUTE_MS,
};

/**
 * Sorts slots into the buckets of the last days, the oldest first. The last bucket contains the present. Pure.
 *
 * @param slots with their start as ISO 8601
 * @param now epoch milliseconds
 */
export function bucketsOf<Slot extends { at: string }>(
  slots: readonly Slot[],
  days: HistoryDays,
  now: number,
): Bucket<Slot>[] {
  const length = bucketMs[days];
  const end = (Math.floor(now / length) + 1) * length;
  const start = end - days * DAY_MS;
  const sorted = Array.from({ length: (days * DAY_MS) / length }, (): Slot[] => []);
  for (const slot of slots) sorted[Math.floor((Date.parse(slot.at) - start) / length)]?.push(slot);
  return sorted.map((some, place) => ({
    from: start + place * length,
    to: start + (place + 1) * length,
    slots: some,
  }));
}

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * How many quarter hours of a bucket were observed, of those that are over. The present one may not have been read yet.
 */
export function seenQuarters<Slot extends { quarters: number }>(
  { from, to, slots }: Bucket<Slot>,
  now: number,
): { seen: number; of: number } {
  const over = Math.floor((Math.min(to, now) - from) / QUARTER_MS);
  const seen = slots.reduce((sum, { quarters }) => sum + quarters, 0);
  return { seen, of: Math.max(over, seen) };
}

/** Says which part of a period was observed; null when all of it was. */
export function seenLabel({ seen, of }: { seen: number; of: number }): string | null {
  const length = (quarters: number) => formatDuration((quarters * QUARTER_MS) / 1000);
  return seen < of ? `seen ${length(seen)} of ${length(of)}` : null;
}
