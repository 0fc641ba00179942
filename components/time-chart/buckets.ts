import { DAY_MS, type HistoryDays } from '@/lib/contract/limits';
import { formatDuration } from '@/lib/text/format';

/** One period of a chart with the slots that were observed in it. Times are epoch milliseconds. */
export interface Bucket<Slot> {
  from: number;
  to: number;
  slots: readonly Slot[];
}

const QUARTER_MS = 15 * 60_000;

/** The length of a bucket in quarters of an hour, so that a few hundred fit. */
const lengths: Record<HistoryDays, number> = { 1: 1, 7: 4, 30: 16 };

/**
 * Sorts slots into the buckets of the last days, the oldest first. The last bucket contains the present.
 *
 * @param slots with their start as ISO 8601
 * @param now epoch milliseconds
 */
export function bucketsOf<Slot extends { at: string }>(
  slots: readonly Slot[],
  days: HistoryDays,
  now: number,
): Bucket<Slot>[] {
  const length = lengths[days] * QUARTER_MS;
  const start = (Math.floor(now / length) + 1) * length - days * DAY_MS;
  const sorted = Map.groupBy(slots, ({ at }) => Math.floor((Date.parse(at) - start) / length));
  return Array.from({ length: (days * DAY_MS) / length }, (_, place) => ({
    from: start + place * length,
    to: start + (place + 1) * length,
    slots: sorted.get(place) ?? [],
  }));
}

/** How many quarter hours of a bucket were observed, of those that are over. The present one may not have been read yet. */
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

/** Consecutive periods with the same key: the index of the first one, and of the one after the last. */
export interface Run<Key> {
  key: Key;
  from: number;
  to: number;
}

/** Joins consecutive periods that have the same key. */
export function runsOf<Period, Key>(periods: readonly Period[], keyOf: (period: Period) => Key): Run<Key>[] {
  const runs: Run<Key>[] = [];
  for (const [index, period] of periods.entries()) {
    const key = keyOf(period);
    const last = runs.at(-1);
    if (last?.key === key) last.to = index + 1;
    else runs.push({ key, from: index, to: index + 1 });
  }
  return runs;
}

/** Where a run is in a picture of `count` periods, as CSS. */
export function placeOf({ from, to }: Run<unknown>, count: number): { left: string; width: string } {
  return { left: `${(from / count) * 100}%`, width: `${((to - from) / count) * 100}%` };
}
