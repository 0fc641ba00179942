import 'server-only';

/**
 * Counts over time in equal buckets, for a bit more than one cycle (a day, a week). Plain data; the functions below
 * return new series. Instants are monotonic milliseconds.
 */
export interface Series {
  cycleMs: number;
  /** Oldest first, by number since instant 0; empty buckets are left out. */
  buckets: { index: number; count: number }[];
}

const BUCKETS_A_CYCLE = 144;
/** One cycle, and the quarter before it, which `forecast.ts` compares with the quarter just past. */
const BUCKETS_KEPT = BUCKETS_A_CYCLE * 1.25 + 1;
/** Neighbouring buckets in a 24th of the cycle: an hour of a day. */
const BUCKETS_A_STRETCH = BUCKETS_A_CYCLE / 24;

export function emptySeries(cycleMs: number): Series {
  return { cycleMs, buckets: [] };
}

/** How finely a series tells time, milliseconds. */
export function bucketMs(series: Series): number {
  return series.cycleMs / BUCKETS_A_CYCLE;
}

export function addCount(series: Series, at: number, count: number): Series {
  if (count <= 0) return series;
  const index = Math.floor(at / bucketMs(series));
  const kept = series.buckets.filter((bucket) => bucket.index > index - BUCKETS_KEPT);
  const last = kept.at(-1);
  if (last?.index === index) kept[kept.length - 1] = { index, count: last.count + count };
  else kept.push({ index, count });
  return { ...series, buckets: kept };
}

/** The count between two instants. A bucket that lies in it only partly counts in proportion. */
export function countBetween(series: Series, from: number, to: number): number {
  const width = bucketMs(series);
  let total = 0;
  for (const [position, { index, count }] of series.buckets.entries()) {
    const start = index * width;
    // The newest bucket is still being filled: up to `to`, all of it has happened.
    const filling = position === series.buckets.length - 1 && to > start;
    const end = filling ? Math.min(start + width, to) : start + width;
    const overlap = Math.min(end, to) - Math.max(start, from);
    if (overlap > 0) total += (count * overlap) / (end - start);
  }
  return total;
}

/** The largest count within a 24th of the cycle that the series remembers. */
export function busiestStretch(series: Series): number {
  const { buckets } = series;
  let most = 0;
  let sum = 0;
  let oldest = 0;
  for (const { index, count } of buckets) {
    sum += count;
    for (
      let first = buckets[oldest];
      first && first.index <= index - BUCKETS_A_STRETCH;
      first = buckets[oldest]
    ) {
      sum -= first.count;
      oldest += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
}
