import type { Point, Quota } from './quota-history';

/** What the whole organization spent in one stretch of time. Instants are epoch ms. */
export interface RateBucket {
  from: number;
  to: number;
  /** Requests as far as they were watched; null where nobody watched. */
  requests: number | null;
}

/** How long a stretch is, and how many there are: the hours of a day, the days of a month. */
const bucketShapes = {
  daily: { ms: 3_600_000, count: 24 },
  monthly: { ms: 86_400_000, count: 30 },
} as const satisfies Record<Quota, { ms: number; count: number }>;

/**
 * Requests by hour or by day, the oldest first, the present one last. What was spent between two observations is spread
 * evenly over the time between them; over resets and gaps nothing is known.
 *
 * @param runs as `runsOf` gives them
 */
export function bucketsOf(runs: readonly (readonly Point[])[], quota: Quota, now: number): RateBucket[] {
  const { ms, count } = bucketShapes[quota];
  const end = (Math.floor(now / ms) + 1) * ms;
  const start = end - count * ms;
  const buckets = Array.from(
    { length: count },
    (_, n): RateBucket => ({
      from: start + n * ms,
      to: start + (n + 1) * ms,
      requests: null,
    }),
  );
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
  return buckets;
}

/** What the chart spans and what is drawn into it, requests per stretch. */
export interface RateScale {
  most: number;
  /** What could be spent in each stretch of the window; null where it is unknown, or too far above what was spent. */
  even: { pace: number; reserve: number } | null;
}

/** How far above the highest bar the even pace may lie to be drawn: further up, the bars would be flat. */
const FARTHEST = 4;

/** @param reserve how many requests of the window are kept for others; null while that is not known */
export function scaleOf(
  buckets: readonly RateBucket[],
  quota: Quota,
  limit: number | null,
  reserve: number | null,
): RateScale {
  const highest = Math.max(1, ...buckets.map(({ requests }) => requests ?? 0));
  const pace = evenPace(limit, quota);
  if (pace === null || pace > highest * FARTHEST) return { most: highest * 1.1, even: null };
  const kept = Math.min(pace, (reserve ?? 0) / bucketShapes[quota].count);
  return { most: Math.max(highest, pace) * 1.1, even: { pace, reserve: kept } };
}

/** How many requests an hour or a day would use a quota up evenly. */
export function evenPace(limit: number | null, quota: Quota): number | null {
  return limit === null ? null : limit / bucketShapes[quota].count;
}
