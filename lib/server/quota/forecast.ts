import 'server-only';
import type { QuotaWindow } from './quota-window.ts';
import { bucketMs, busiestStretch, countBetween, type Series } from './series.ts';
import type { SpentElsewhere } from './spending.ts';

/** Reserving too much for others is better than too little. */
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
    expected: since === null ? 0 : expectedCount(series, since, now, ahead),
    /** Possible additional burst of others, requests. */
    burst: BURST_SHARE * busiestStretch(series),
  };
}

/**
 * Returns the expected count in the next `ahead` milliseconds: the average of the mean rate of the last cycle and the
 * same hours one cycle ago. Until a complete cycle has been observed, the mean rate since `since`.
 */
export function expectedCount(series: Series, since: number, now: number, ahead: number): number {
  const { cycleMs } = series;
  const observedMs = Math.max(now - since, bucketMs(series));
  const lastCycle = countBetween(series, now - cycleMs, now);
  const atMeanRate = (lastCycle / Math.min(observedMs, cycleMs)) * ahead;
  if (observedMs < cycleMs || ahead > cycleMs) return MARGIN * atMeanRate;
  const sameHours = countBetween(series, now - cycleMs, now - cycleMs + ahead);
  return (MARGIN * (atMeanRate + sameHours)) / 2;
}
