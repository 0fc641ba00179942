import type { UsageSample } from '@/lib/contract/usage';

/** The quotas with a history; the minute window is too short for one. */
export type Quota = 'daily' | 'monthly';

/** The remaining requests (`left`) at a time (`at`, epoch milliseconds). */
interface Point {
  at: number;
  left: number;
}

/**
 * The observed samples of a quota, split into runs at gaps in the observation and at resets, where the remaining requests
 * increase.
 */
export function unbrokenRuns(history: readonly UsageSample[], quota: Quota): Point[][] {
  const runs: Point[][] = [];
  let last: Point | null = null;
  for (const sample of history) {
    const at = Date.parse(sample.at);
    const left = quota === 'daily' ? sample.daily_remaining : sample.monthly_remaining;
    if (left === null) {
      last = null;
      continue;
    }
    const point = { at, left };
    const follows = last !== null && !sample.after_gap && left <= last.left && at > last.at;
    const run = runs.at(-1);
    if (follows && run) run.push(point);
    else runs.push([point]);
    last = point;
  }
  return runs;
}

/** The requests of the complete organization in one period. Times are epoch milliseconds. */
export interface RateBucket {
  from: number;
  to: number;
  /** The observed requests; null without observation. */
  requests: number | null;
}

/** The length (milliseconds) and number of the periods: the hours of a day, the days of a month. */
const bucketShapes = {
  daily: { ms: 3_600_000, count: 24 },
  monthly: { ms: 86_400_000, count: 30 },
} as const satisfies Record<Quota, { ms: number; count: number }>;

/**
 * The requests per hour or per day, oldest first. Requests between two samples are spread evenly over the
 * time between them, in whole requests; during resets and gaps they are unknown.
 *
 * @param runs the result of `runsOf`
 */
export function rateBuckets(runs: readonly (readonly Point[])[], quota: Quota, now: number): RateBucket[] {
  const { ms, count } = bucketShapes[quota];
  const end = (Math.floor(now / ms) + 1) * ms;
  const start = end - count * ms;
  const bucketAt = (from: number): RateBucket => ({ from, to: from + ms, requests: null });
  const buckets = Array.from({ length: count }, (_, n) => bucketAt(start + n * ms));
  for (const run of runs) {
    for (const [index, { at: to, left }] of run.entries()) {
      const before = run[index - 1];
      if (!before) continue;
      const perMs = (before.left - left) / (to - before.at);
      for (const bucket of buckets) {
        const overlap = Math.min(to, bucket.to) - Math.max(before.at, bucket.from);
        if (overlap > 0) bucket.requests = (bucket.requests ?? 0) + perMs * overlap;
      }
    }
  }
  return rounded(buckets);
}

/** Rounds the requests so that the sum stays what was observed. */
function rounded(buckets: readonly RateBucket[]): RateBucket[] {
  let sum = 0;
  return buckets.map((bucket) => {
    if (bucket.requests === null) return bucket;
    const before = Math.round(sum);
    sum += bucket.requests;
    return { ...bucket, requests: Math.round(sum) - before };
  });
}

/** The even pace is drawn up to this multiple of the highest bar; above it the bars would be too low. */
const MAX_PACE_RATIO = 4;

/**
 * The scale of the chart, in requests per period: its maximum (`max`), and the even pace (`even`), which would use up the
 * quota; null if unknown or too far above the bars.
 */
export function scaleOf(buckets: readonly RateBucket[], quota: Quota, limit: number | null) {
  const highest = Math.max(1, ...buckets.map(({ requests }) => requests ?? 0));
  const pace = evenPace(limit, quota);
  if (pace === null || pace > highest * MAX_PACE_RATIO) return { max: highest * 1.1, even: null };
  return { max: Math.max(highest, pace) * 1.1, even: pace };
}

/** The requests per hour or per day that would use up a quota evenly. */
export function evenPace(limit: number | null, quota: Quota): number | null {
  return limit === null ? null : limit / bucketShapes[quota].count;
}
