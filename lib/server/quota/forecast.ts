import 'server-only';
import type { QuotaWindow } from './quota-window.ts';
import { BUCKETS_PER_STRETCH, bucketMs, countSince, type Series, type SpentElsewhere } from './spending.ts';

/** The forecast is raised by a tenth: reserving too much for others is better than reserving too little. */
const MARGIN = 1.1;
/** Share of the busiest stretch that is reserved for a similar one. */
const BURST_SHARE = 0.8;

export type QuotaOutlook = NonNullable<ReturnType<typeof outlook>>;

/** Returns the state of a quota for pacing; null while upstream has not reported it. @param now monotonic ms */
export function outlook(window: QuotaWindow, { series, since }: SpentElsewhere, now: number) {
  const { resetsBy } = window;
  if (window.remaining === null || resetsBy === null) return null;
  const ahead = Math.max(0, resetsBy - now);
  const remaining = Math.max(0, window.remaining - window.unconfirmed);
  return {
    limit: window.limit ?? remaining,
    remaining,
    resetsBy,
    /** Expected usage by others until `resetsBy`, requests. */
    expected: since === null ? 0 : MARGIN * ahead * meanRate(series, since, now),
    /** Possible additional burst of others, requests. */
    burst: BURST_SHARE * busiestStretch(series),
  };
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

/** Returns the mean count per millisecond of the last cycle, or since `since` if that is later. */
export function meanRate(series: Series, since: number, now: number): number {
  const observedMs = Math.min(Math.max(now - since, bucketMs(series)), series.cycleMs);
  return countSince(series, now - observedMs) / observedMs;
}
