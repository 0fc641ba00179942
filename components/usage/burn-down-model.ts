import type { UsageSample } from '@/lib/contract/usage';

/** The two quotas that burn down; the minute's limit is gone too soon to draw. */
export type Quota = 'daily' | 'monthly';

/** What was left at a moment. `at`: epoch ms; `left`: requests. */
export interface Point {
  at: number;
  left: number;
}

const spans = { daily: 86_400_000, monthly: 31 * 86_400_000 } as const;
/** However little has been watched, a projection is drawn at least this far. */
const AHEAD_MS = 3_600_000;

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

/** What the chart spans: epoch ms from left to right, requests from 0 to `most`. */
export interface Frame {
  from: number;
  to: number;
  most: number;
}

/**
 * @param runsOutAt when the quota is projected to be used up; the frame reaches at most as far ahead as back, or the
 * future would squeeze what was observed into a corner
 * @returns null when fewer than two moments were observed: then there is nothing to draw
 */
export function frameOf(
  points: readonly Point[],
  limit: number | null,
  runsOutAt: number | null,
  now: number,
): Frame | null {
  const ats = points.map(({ at }) => at);
  const from = Math.min(...ats);
  const last = Math.max(...ats);
  if (points.length < 2 || last <= from) return null;
  const present = Math.max(last, now);
  const ahead = present + Math.max(present - from, AHEAD_MS);
  return {
    from,
    to: runsOutAt === null ? present : Math.max(present, Math.min(runsOutAt, ahead)),
    most: Math.max(1, limit ?? 0, ...points.map(({ left }) => left)),
  };
}

/** From what was observed last down to nothing, as far as the frame reaches; null when there is no projection. */
export function projectionOf(last: Point, runsOutAt: number | null, { to }: Frame): [Point, Point] | null {
  if (runsOutAt === null || runsOutAt <= last.at) return null;
  const at = Math.min(runsOutAt, to);
  const share = (at - last.at) / (runsOutAt - last.at);
  return [last, { at, left: last.left * (1 - share) }];
}

/** The index of the point nearest to a moment. @param points at least one, by time */
export function nearestIndex(points: readonly Point[], at: number): number {
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const away = Math.abs(point.at - at);
    if (away < distance) {
      nearest = index;
      distance = away;
    }
  }
  return nearest;
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
