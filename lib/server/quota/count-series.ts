import 'server-only';
import { z } from 'zod';

/** Counts over time in buckets of equal length, for one cycle (a day, a week) and a quarter. Times are monotonic ms. Stored. */
export const seriesSchema = z.object({
  cycleMs: z.number().positive(),
  /** Oldest first. `index`: number of the bucket since time 0. Empty buckets are omitted. */
  buckets: z.array(z.object({ index: z.number(), count: z.number().nonnegative() })).default([]),
});
export type Series = z.infer<typeof seriesSchema>;

const BUCKETS_PER_CYCLE = 144;
/** One cycle, and the quarter before it, which `forecast.ts` compares with the last quarter. */
const BUCKETS_KEPT = BUCKETS_PER_CYCLE * 1.25 + 1;
/** A 24th of the cycle: an hour of a day. */
const BUCKETS_PER_STRETCH = BUCKETS_PER_CYCLE / 24;

export function bucketMs(series: Series): number {
  return series.cycleMs / BUCKETS_PER_CYCLE;
}

/** Returns the series with `count` added at a time that is not older than the newest bucket. */
export function addCount(series: Series, at: number, count: number): Series {
  if (count <= 0) return series;
  const index = Math.floor(at / bucketMs(series));
  const kept = series.buckets.filter((bucket) => bucket.index > index - BUCKETS_KEPT);
  const last = kept.at(-1);
  if (last?.index === index) kept[kept.length - 1] = { index, count: last.count + count };
  else kept.push({ index, count });
  return { ...series, buckets: kept };
}

/** Returns the count between two times. A partly covered bucket counts in proportion. */
export function countBetween(series: Series, from: number, to: number): number {
  const width = bucketMs(series);
  let total = 0;
  for (const [position, { index, count }] of series.buckets.entries()) {
    const start = index * width;
    // The newest bucket is not complete: all of its count happened before `to`.
    const filling = position === series.buckets.length - 1 && to > start;
    const end = filling ? Math.min(start + width, to) : start + width;
    const overlap = Math.min(end, to) - Math.max(start, from);
    if (overlap > 0) total += (count * overlap) / (end - start);
  }
  return total;
}

/** Returns the largest count within any 24th of the cycle. */
export function busiestStretch({ buckets }: Series): number {
  const stretches = buckets.map(({ index }, place) =>
    buckets
      .slice(Math.max(0, place - BUCKETS_PER_STRETCH + 1), place + 1)
      .reduce((sum, one) => (one.index > index - BUCKETS_PER_STRETCH ? sum + one.count : sum), 0),
  );
  return Math.max(0, ...stretches);
}
