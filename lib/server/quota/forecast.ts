import 'server-only';
import { bucketMs, busiestStretch, countBetween, type Series } from './count-series.ts';
import type { QuotaWindow } from './quota-window.ts';
import type { SpentElsewhere } from './spending.ts';

/** The forecast is raised by a tenth: reserving too much for others is better than reserving too little. */
const MARGIN = 1.1;
/** Maximum factor by which a busier last quarter raises the forecast. */
const SURGE_MAX = 1.6;
/** Share of a cycle's count below which differences are treated as noise. */
const NOISE_SHARE = 0.3;
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
 * same hours one cycle ago, raised when the last quarter of a cycle was busier than the same quarter one cycle ago.
 * Until a complete cycle has been observed, the mean rate since `since`.
 */
export function expectedCount(series: Series, since: number, now: number, ahead: number): number {
  const { cycleMs } = series;
  const observedMs = Math.max(now - since, bucketMs(series));
  const lastCycle = countBetween(series, now - cycleMs, now);
  const atMeanRate = (lastCycle / Math.min(observedMs, cycleMs)) * ahead;
  if (observedMs < cycleMs || ahead > cycleMs) return MARGIN * atMeanRate;
  const sameHours = countBetween(series, now - cycleMs, now - cycleMs + ahead);
  const factor = observedMs < cycleMs * 1.25 ? 1 : surge(series, lastCycle, now);
  return MARGIN * ((atMeanRate + sameHours) / 2) * factor;
}

/** Factor by which the last quarter was busier than the same quarter one cycle ago, from 1 to `SURGE_MAX`. */
function surge(series: Series, lastCycle: number, now: number): number {
  const quarter = series.cycleMs / 4;
  const noise = NOISE_SHARE * lastCycle + 1;
  const recent = countBetween(series, now - quarter, now);
  const before = countBetween(series, now - quarter - series.cycleMs, now - series.cycleMs);
  return Math.min(SURGE_MAX, Math.max(1, (recent + noise) / (before + noise)));
}
