import 'server-only';
import { bucketMs, busiestStretch, countBetween, type Series } from './series.ts';
import type { SpentElsewhere } from './spending.ts';
import type { QuotaWindow } from './windows.ts';

/** Forecasts are off; better too much for others than too little. */
const MARGIN = 1.1;
/** How much busier than one cycle ago the coming time is taken to be, at most. */
const SURGE_MAX = 1.6;
/** Share of a cycle's spending below which busier or quieter is chance. */
const CHANCE = 0.3;
/** Share of the busiest stretch that is kept back for the next one like it. */
const STRETCH_KEPT = 0.8;

/** A quota as pacing sees it. Counts of requests; the instant is monotonic. */
export interface QuotaOutlook {
  periodMs: number;
  limit: number;
  remaining: number;
  resetsBy: number;
  /** What others are expected to spend until `resetsBy`. */
  expected: number;
  /** What they could take on top of that at any moment, judging by their busiest stretch. */
  burst: number;
}

/** @returns null while upstream has not told the quota */
export function outlook(window: QuotaWindow, elsewhere: SpentElsewhere, now: number): QuotaOutlook | null {
  const { remaining, resetsBy, periodMs } = window;
  if (remaining === null || resetsBy === null) return null;
  const ahead = Math.max(0, resetsBy - now);
  return {
    periodMs,
    limit: window.limit ?? remaining,
    remaining,
    resetsBy,
    expected: elsewhere.since === null ? 0 : expectedCount(elsewhere.series, elsewhere.since, now, ahead),
    burst: STRETCH_KEPT * busiestStretch(elsewhere.series),
  };
}

/**
 * How much is likely to come in the next `ahead` milliseconds: halfway between the mean rate of the last cycle and
 * the same hours one cycle ago, raised when the last quarter was busier than that quarter a cycle ago. Until a whole
 * cycle has been watched, the mean rate since `since`.
 */
export function expectedCount(series: Series, since: number, now: number, ahead: number): number {
  const { cycleMs } = series;
  const watched = Math.max(now - since, bucketMs(series));
  const lastCycle = countBetween(series, now - cycleMs, now);
  const even = (lastCycle / Math.min(watched, cycleMs)) * ahead;
  if (watched < cycleMs || ahead > cycleMs) return MARGIN * even;
  const sameHours = countBetween(series, now - cycleMs, now - cycleMs + ahead);
  return MARGIN * ((even + sameHours) / 2) * (watched < cycleMs * 1.25 ? 1 : surge(series, lastCycle, now));
}

function surge(series: Series, lastCycle: number, now: number): number {
  const quarter = series.cycleMs / 4;
  const chance = CHANCE * lastCycle + 1;
  const recent = countBetween(series, now - quarter, now);
  const before = countBetween(series, now - quarter - series.cycleMs, now - series.cycleMs);
  return Math.min(SURGE_MAX, Math.max(1, (recent + chance) / (before + chance)));
}
