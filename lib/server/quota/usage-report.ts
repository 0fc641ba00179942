import 'server-only';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { isRefusal } from './backoff-state.ts';
import { isRunning, secondsToReset } from './counters.ts';
import { historyForDisplay } from './history-for-display.ts';
import { countBetween } from './series.ts';
import type { SpentHere } from './spending.ts';
import type { Moment, QuotaState } from './state.ts';
import { isOver, nextReset, type QuotaWindow } from './windows.ts';

interface WindowReport {
  limit: number | null;
  remaining: number | null;
  resets_at: string | null;
}

interface QuotaReport extends WindowReport {
  runs_out_at: string | null;
}

/** `data` of GET /api/usage without `refresh` (quota design). Instants are ISO 8601 in UTC. */
export interface UsageReport {
  state:
    | 'ok'
    | 'near_limit'
    | 'rate_limited'
    | 'daily_quota_exhausted'
    | 'monthly_quota_exhausted'
    | 'quota_unknown'
    | 'unknown';
  observed_at: string | null;
  rate_limit: WindowReport;
  daily: QuotaReport;
  monthly: QuotaReport;
  spent_here: { since: string } & SpentHere;
  spent_elsewhere: { since: string | null; daily: number; monthly: number };
  retry_at: string | null;
  history: {
    at: string;
    daily_remaining: number | null;
    monthly_remaining: number | null;
    after_gap: boolean;
  }[];
}

/** Below this share of any window the state is `near_limit`. */
const NEAR = 0.2;
const HOUR_MS = 3_600_000;
/** Watched for less, the organization's pace is not known. */
const WATCHED_MS = 1_800_000;

export function reportUsage(state: QuotaState, moment: Moment): UsageReport {
  const { minute, daily, monthly, spentHere, elsewhere, history } = state;
  const { now, wall } = moment;
  const at = (instant: number | null) => (instant === null ? null : iso(wall + (instant - now)));
  const seconds = secondsToReset(minute, now);
  const quota = (window: QuotaWindow): QuotaReport => ({
    limit: window.limit,
    remaining: window.remaining,
    resets_at: at(nextReset(window, now)),
    runs_out_at: at(runsOutAt(state, window, now)),
  });
  return {
    state: usageState(state, now),
    observed_at: state.lastSeenWall === null ? null : iso(state.lastSeenWall),
    rate_limit: {
      limit: minute.limit,
      // A window that is over has no Remaining; the next begins with all of the limit.
      remaining: isRunning(minute, now) ? (minute.current?.remaining ?? null) : minute.limit,
      resets_at: isRunning(minute, now) && seconds !== null ? iso(wall + seconds * 1000) : null,
    },
    daily: quota(daily),
    monthly: quota(monthly),
    spent_here: { since: iso(state.sinceWall), ...spentHere },
    spent_elsewhere: {
      since: state.firstSeenWall === null ? null : iso(state.firstSeenWall),
      daily: elsewhere.daily.total,
      monthly: elsewhere.monthly.total,
    },
    retry_at: at(state.backoff.current?.retryAt ?? null),
    history: historyForDisplay(history).map((sample) => ({
      at: iso(sample.at),
      daily_remaining: sample.dailyRemaining,
      monthly_remaining: sample.monthlyRemaining,
      after_gap: sample.afterGap,
    })),
  };
}

/**
 * The last seen counters for our own answer headers; the reset is counted down to now, null when never said.
 */
export function lastCounters(
  { minute, daily, monthly }: QuotaState,
  now: number,
): { usage: UsageHeaders; secondsToReset: number | null } {
  const usage: UsageHeaders = {};
  if (minute.limit !== null) usage.rateLimitLimit = minute.limit;
  if (minute.current !== null) usage.rateLimitRemaining = minute.current.remaining;
  if (daily.limit !== null) usage.dailyLimit = daily.limit;
  if (daily.remaining !== null) usage.dailyRemaining = daily.remaining;
  if (monthly.limit !== null) usage.monthlyLimit = monthly.limit;
  if (monthly.remaining !== null) usage.monthlyRemaining = monthly.remaining;
  return { usage, secondsToReset: secondsToReset(minute, now) };
}

/** `state` of GET /api/usage. @param now monotonic */
export function usageState(
  { backoff, minute, daily, monthly, lastSeenWall }: QuotaState,
  now: number,
): UsageReport['state'] {
  const failure = backoff.current?.failure;
  if (failure && isRefusal(failure)) return failure.code;
  if (lastSeenWall === null) return 'unknown';
  if (monthly.remaining === 0) return 'monthly_quota_exhausted';
  if (daily.remaining === 0) return 'daily_quota_exhausted';
  const { current, limit } = isRunning(minute, now) ? minute : { current: null, limit: null };
  if (current?.remaining === 0) return 'rate_limited';
  const near =
    isNear(current?.remaining ?? null, limit) || [daily, monthly].some((w) => isNear(w.remaining, w.limit));
  return near ? 'near_limit' : 'ok';
}

function isNear(remaining: number | null, limit: number | null): boolean {
  return remaining !== null && limit !== null && remaining < limit * NEAR;
}

/**
 * When a quota is used up at the organization's pace of the last hour, ours and others', monotonic. Null when it
 * outlasts its window, and while the pace is not known.
 */
function runsOutAt(state: QuotaState, window: QuotaWindow, now: number): number | null {
  const { remaining, resetsBy } = window;
  // The daily counters tell the time of others' requests more finely; both count the same requests.
  const others = state.elsewhere.daily.since === null ? state.elsewhere.monthly : state.elsewhere.daily;
  if (remaining === null || resetsBy === null || others.since === null || isOver(window, now)) return null;
  const watched = Math.min(now - Math.max(others.since, state.since), HOUR_MS);
  if (watched < WATCHED_MS) return null;
  const spent =
    countBetween(state.sends, now - watched, now) + countBetween(others.series, now - watched, now);
  if (spent === 0) return null;
  const instant = now + (remaining * watched) / spent;
  return instant < resetsBy ? instant : null;
}

function iso(wall: number): string {
  return new Date(wall).toISOString();
}
