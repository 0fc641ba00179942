import 'server-only';
import type { BackgroundGap } from '../quota/pacing.ts';
import { type Audience, isPaused } from './viewers.ts';

/** What keeps the inventory from being read as often as was wished. */
type RefreshLimit = 'minute' | 'daily' | 'monthly' | 'operator' | null;

export interface RefreshPlan {
  /** The shortest interval that viewers request, seconds; null when nobody requests one. */
  wantedS: number | null;
  /** Seconds from the start of one crawl to the start of the next, or once those have left who have paused. */
  actualS: number;
  /** The same at the check whether a crawl may start: the requested interval where the quota leaves nothing to pace, so that the reason is given. */
  lookS: number;
  limitedBy: RefreshLimit;
  /** Somebody is looking, and everybody who is has paused. */
  paused: boolean;
}

/** With nobody looking, the inventory is read this often only; with everybody paused it is not. */
export const IDLE_S = 900;
const DAY_S = 86_400;

/**
 * How often the inventory is read: the shortest interval requested, within the operator's bound and what the quota
 * allows. Pure.
 *
 * @param minS the operator's shortest interval, seconds
 * @param cost requests a crawl takes, as things are
 * @param pages requests a sound one takes
 * @param gap the average gap between two background requests that the quota allows
 */
export function planRefresh(input: {
  audience: Audience;
  minS: number;
  cost: number;
  pages: number;
  gap: BackgroundGap;
}): RefreshPlan {
  const { audience, minS, cost, pages, gap } = input;
  const { wantedS } = audience;
  // A crawl that takes more requests than a sound one is followed by the next so much later.
  const stretch = Math.max(1, cost / pages);
  const wished = Math.ceil((wantedS === null ? IDLE_S : Math.max(wantedS, minS)) * stretch);
  // Infinite where nothing may be taken: then a day stands for "not before something changes".
  const isSpent = !Number.isFinite(gap.gapMs);
  const pacedS = Math.min((cost * gap.gapMs) / 1000, DAY_S);
  const paused = isPaused(audience);
  if (pacedS > wished) {
    const actualS = Math.ceil(pacedS);
    return { wantedS, actualS, lookS: isSpent ? wished : actualS, limitedBy: gap.limitedBy, paused };
  }
  const limitedBy = wantedS !== null && wantedS < minS ? 'operator' : null;
  return { wantedS, actualS: wished, lookS: wished, limitedBy, paused };
}
