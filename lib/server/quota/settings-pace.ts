import 'server-only';
import type { BackgroundGap } from './pacing.ts';
import type { QuotaState } from './quota-state.ts';
import { usageState } from './usage-report.ts';

/** The share of the requests left by crawls that settings may use. */
const SETTINGS_SHARE = 0.1;
/** The shortest time between two requests, whatever the limits. */
const MIN_GAP_MS = 1_000;

/** The pace of crawls. */
export interface CrawlPace {
  /** Number of requests of a crawl. */
  cost: number;
  /** Seconds between the starts of two crawls. */
  actualS: number;
}

/**
 * Returns the average time between two requests for settings, ms. Settings get a tenth of the requests that the pace allows and
 * crawls leave. The time is infinite while the quota lengthens the refresh interval, because then crawls leave none. It is also
 * infinite unless all windows are known and none is low.
 *
 * @param gap between two background requests
 * @param now monotonic ms
 */
export function settingsGap(state: QuotaState, gap: BackgroundGap, crawl: CrawlPace, now: number): number {
  const { minute, daily, monthly } = state;
  const areKnown = [minute, daily, monthly].every(({ reported }) => reported === true);
  const areCurrent = [daily, monthly].every(({ resetsBy }) => resetsBy !== null && now < resetsBy);
  if (!areKnown || !areCurrent || usageState(state, now) !== 'ok') return Number.POSITIVE_INFINITY;
  const spare = 1 / gap.gapMs - crawl.cost / (1000 * crawl.actualS);
  return spare > 0 ? Math.max(1 / (SETTINGS_SHARE * spare), MIN_GAP_MS) : Number.POSITIVE_INFINITY;
}
