import 'server-only';
import { z } from 'zod';
import { purposes } from './upstream-request.ts';

/** Number of our requests by purpose. An earlier version has stored fewer purposes. */
export const spentHereSchema = z.record(z.enum(purposes), z.number().nonnegative().default(0));
export type SpentHere = z.infer<typeof spentHereSchema>;

export const nothingSpent = spentHereSchema.parse({});

/** Number of requests with purposes that crawls use, including retries. */
export function spentOnCrawls({ inventory, list, probe, retry }: SpentHere): number {
  return inventory + list + probe + retry;
}

/** Whether one more retry keeps retries at or below a tenth of all requests (docs/failure-matrix.md, row 7). */
export function isRetryAllowed(spent: SpentHere): boolean {
  const total = Object.values(spent).reduce((sum, count) => sum + count, 0);
  return (spent.retry + 1) * 10 <= total + 1;
}

/** Counts of the last cycle (a day, a week) in buckets of equal length. Times are monotonic ms. Stored. */
export const seriesSchema = z.object({
  cycleMs: z.number().positive(),
  /** Oldest first. `index`: number of the bucket since time 0. Empty buckets are omitted. */
  buckets: z.array(z.object({ index: z.number(), count: z.number().nonnegative() })).default([]),
});
export type Series = z.infer<typeof seriesSchema>;

/** Usage of one quota by others in the organization: the decrease of Remaining that our requests do not explain. Stored. */
export const elsewhereSchema = z.object({
  /** When the quota was first reported, monotonic ms; null before. */
  since: z.number().nullable().default(null),
  total: z.number().nonnegative().default(0),
  /** The usage over time. The cycle follows human activity: a day for the daily quota, a week for the monthly. */
  series: seriesSchema,
  /** Remaining in the current window if others used no more than is known. */
  expected: z.number().default(0),
});
export type SpentElsewhere = z.infer<typeof elsewhereSchema>;

/** Returns the usage by others after one response. Within a window it never decreases. @param answer.rebased whether Remaining does not continue the previous value */
export function observeElsewhere(
  elsewhere: SpentElsewhere,
  answer: { remaining: number | null; rebased: boolean; spent: boolean; inFlight: number },
  now: number,
): SpentElsewhere {
  const { remaining, rebased, spent, inFlight } = answer;
  if (remaining === null) return elsewhere;
  const since = elsewhere.since ?? now;
  if (rebased) return { ...elsewhere, since, expected: remaining };
  const expected = elsewhere.expected - (spent ? 1 : 0);
  const additional = Math.max(0, expected - remaining - inFlight);
  return {
    ...elsewhere,
    since,
    expected: expected - additional,
    total: elsewhere.total + additional,
    series: addCount(elsewhere.series, now, additional),
  };
}

const BUCKETS_PER_CYCLE = 144;
/** A 24th of the cycle: an hour of a day. */
export const BUCKETS_PER_STRETCH = BUCKETS_PER_CYCLE / 24;

export function bucketMs(series: Series): number {
  return series.cycleMs / BUCKETS_PER_CYCLE;
}

/** Returns the series with `count` added at a time that is not older than the newest bucket. */
export function addCount(series: Series, at: number, count: number): Series {
  if (count <= 0) return series;
  const index = Math.floor(at / bucketMs(series));
  const kept = series.buckets.filter((bucket) => bucket.index > index - BUCKETS_PER_CYCLE - 1);
  const last = kept.at(-1);
  if (last?.index === index) kept[kept.length - 1] = { index, count: last.count + count };
  else kept.push({ index, count });
  return { ...series, buckets: kept };
}

/** Returns the count since a time, within the last cycle. The bucket that contains the time counts in proportion. */
export function countSince(series: Series, from: number): number {
  const first = from / bucketMs(series);
  return series.buckets.reduce(
    (total, { index, count }) => total + count * Math.min(1, Math.max(0, index + 1 - first)),
    0,
  );
}
