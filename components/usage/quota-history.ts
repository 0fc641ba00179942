import type { UsageSample } from '@/lib/contract/usage';

/** The two quotas whose counters have a history; the minute's limit is gone too soon to draw. */
export type Quota = 'daily' | 'monthly';

/** What was left at a moment. `at`: epoch ms; `left`: requests. */
export interface Point {
  at: number;
  left: number;
}

const spans = { daily: 86_400_000, monthly: 31 * 86_400_000 } as const;
/**
 * What was observed of one quota in its window's length before `now`, cut where no line may lead on: where nothing was
 * observed for long, and where more was left than before, which is a reset.
 */
export function runsOf(history: readonly UsageSample[], quota: Quota, now: number): Point[][] {
  const runs: Point[][] = [];
  let last: Point | null = null;
  for (const sample of history) {
    const at = Date.parse(sample.at);
    const left = quota === 'daily' ? sample.daily_remaining : sample.monthly_remaining;
    if (left === null) {
      last = null;
      continue;
    }
    if (at < now - spans[quota]) continue;
    const point = { at, left };
    const follows = last !== null && !sample.after_gap && left <= last.left && at > last.at;
    const run = runs.at(-1);
    if (follows && run) run.push(point);
    else runs.push([point]);
    last = point;
  }
  return runs;
}

/** Between which two moments a counter was seen to go back up, newest first. Of a reset within a gap both are far apart. */
export function seenResets(history: readonly UsageSample[], quota: Quota): { from: number; to: number }[] {
  const resets: { from: number; to: number }[] = [];
  let last: Point | null = null;
  for (const sample of history) {
    const left = quota === 'daily' ? sample.daily_remaining : sample.monthly_remaining;
    if (left === null) continue;
    const at = Date.parse(sample.at);
    // As many as may be in flight together can come back in another order: that is no reset (lib/server/quota).
    if (last && left - last.left > 4) resets.unshift({ from: last.at, to: at });
    last = { at, left };
  }
  return resets;
}
