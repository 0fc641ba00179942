import { MAX_IN_FLIGHT } from '@/lib/contract/quota-constants';
import type { UsageSample } from '@/lib/contract/usage';

/** The quotas with a history; the minute window is too short for one. */
export type Quota = 'daily' | 'monthly';

/** The remaining requests (`left`) at a time (`at`, epoch milliseconds). */
export interface Point {
  at: number;
  left: number;
}

/** The displayed periods of the quotas, in milliseconds. */
const spans = { daily: 86_400_000, monthly: 31 * 86_400_000 } as const;
/**
 * The observed samples of a quota in its displayed period, split into runs at gaps in the observation and at
 * resets, where the remaining requests increase.
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

/** The observed resets, newest first: each is between the times of two samples, which are far apart in a gap. */
export function seenResets(history: readonly UsageSample[], quota: Quota): { from: number; to: number }[] {
  const resets: { from: number; to: number }[] = [];
  let last: Point | null = null;
  for (const sample of history) {
    const left = quota === 'daily' ? sample.daily_remaining : sample.monthly_remaining;
    if (left === null) continue;
    const at = Date.parse(sample.at);
    // Concurrent responses may arrive out of order, which increases the counter by at most the number of
    // concurrent requests (lib/server/quota).
    if (last && left - last.left > MAX_IN_FLIGHT) resets.unshift({ from: last.at, to: at });
    last = { at, left };
  }
  return resets;
}
