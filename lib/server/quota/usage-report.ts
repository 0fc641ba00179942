import 'server-only';
import { FORECAST_OBSERVATION_MS, LOW_QUOTA_SHARE } from '../../contract/quota-constants.ts';
import type { Usage, UsageState } from '../../contract/usage.ts';
import { currentBackoff, isQuotaFailure } from './backoff.ts';
import { countBetween } from './count-series.ts';
import { isRunning, secondsToReset } from './minute-window.ts';
import type { Moment, QuotaState } from './quota-state.ts';
import { isOver, nextReset, type QuotaWindow } from './quota-window.ts';
import { formatReset, type ResetTime, resetAfter } from './reset-time.ts';
import { recentSamples, type Sample, sampleOf, samplesForDisplay } from './usage-samples.ts';

/** The quota part of `data` in GET /api/usage. */
export type UsageReport = Omit<Usage['data'], 'refresh' | 'settings' | 'access' | 'storage' | 'replicas'>;

const HOUR_MS = 3_600_000;

/** @param resetTime the configured resets; null without */
export function reportUsage(
  state: QuotaState,
  samples: readonly Sample[],
  moment: Moment,
  resetTime: ResetTime | null,
): UsageReport {
  const { minute, spentHere, elsewhere } = state;
  const { now, wall } = moment;
  const at = (instant: number | null) => (instant === null ? null : iso(wall + (instant - now)));
  const backoff = currentBackoff(state, now);
  const seconds = secondsToReset(minute, now);
  const quota = (name: 'daily' | 'monthly') => {
    const window = state[name];
    const scheduled = resetTime && window.isScheduled ? resetAfter(resetTime, name, wall) : null;
    return {
      limit: window.limit,
      remaining: window.remaining,
      resets_at: scheduled === null ? at(nextReset(window, now)) : iso(scheduled),
      resets_at_local: resetTime && scheduled !== null ? formatReset(resetTime, scheduled) : null,
      runs_out_at: at(runsOutAt(state, window, now)),
    };
  };
  return {
    state: usageState(state, now),
    observed_at: state.lastSeenWall === null ? null : iso(state.lastSeenWall),
    rate_limit: {
      limit: minute.limit,
      // After the end of the window the next one starts with the full limit.
      remaining: isRunning(minute, now) ? (minute.current?.remaining ?? null) : minute.limit,
      resets_at: isRunning(minute, now) && seconds !== null ? iso(wall + seconds * 1000) : null,
    },
    daily: quota('daily'),
    monthly: quota('monthly'),
    spent_here: { since: iso(wall + (state.since - now)), ...spentHere },
    spent_elsewhere: {
      since: at(elsewhere.daily.since ?? elsewhere.monthly.since),
      daily: elsewhere.daily.total,
      monthly: elsewhere.monthly.total,
    },
    retry_at: at(backoff?.retryAt ?? null),
    history: samplesForDisplay(withLatest(recentSamples(samples, wall), state)),
  };
}

/** Adds the last counters to the samples. They may be missing, because there is at most one sample per minute. */
function withLatest(samples: readonly Sample[], state: QuotaState): readonly Sample[] {
  const at = Math.round(state.lastSeenWall ?? 0);
  return at > (samples.at(-1)?.at ?? at) ? [...samples, sampleOf(state, at)] : samples;
}

/** Returns the last counters, named like the spec's headers ("Limits"); null: unknown. @param now monotonic ms */
export function lastCounters({ minute, daily, monthly }: QuotaState, now: number) {
  return {
    'X-RateLimit-Limit': minute.limit,
    'X-RateLimit-Remaining': minute.current?.remaining ?? null,
    'X-RateLimit-Reset': secondsToReset(minute, now),
    'X-Quota-Daily-Limit': daily.limit,
    'X-Quota-Daily-Remaining': daily.remaining,
    'X-Quota-Monthly-Limit': monthly.limit,
    'X-Quota-Monthly-Remaining': monthly.remaining,
  };
}

/** @param now monotonic ms */
function usageState(state: QuotaState, now: number): UsageState {
  const { minute, daily, monthly, lastSeenWall } = state;
  const backoff = currentBackoff(state, now);
  if (backoff && isQuotaFailure(backoff.failure)) return backoff.failure.code;
  if (backoff?.cause === 'unknown') return 'quota_unknown';
  if (lastSeenWall === null) return 'unknown';
  if (monthly.remaining === 0) return 'monthly_quota_exhausted';
  if (daily.remaining === 0) return 'daily_quota_exhausted';
  const { current, limit } = isRunning(minute, now) ? minute : { current: null, limit: null };
  if (current?.remaining === 0) return 'rate_limited';
  const windows = [{ remaining: current?.remaining ?? null, limit }, daily, monthly];
  const isNear = windows.some(
    ({ remaining, limit }) => remaining !== null && limit !== null && remaining < limit * LOW_QUOTA_SHARE,
  );
  return isNear ? 'near_limit' : 'ok';
}

/**
 * When a quota will be used up at the organization's rate of the last hour (our requests and those of others), monotonic
 * ms. Null when it lasts until its reset, and while the rate is unknown.
 */
function runsOutAt(state: QuotaState, window: QuotaWindow, now: number): number | null {
  const { remaining, resetsBy } = window;
  // Both quotas count the same requests, but the series of the daily quota has a finer resolution.
  const others = state.elsewhere.daily.since === null ? state.elsewhere.monthly : state.elsewhere.daily;
  if (remaining === null || resetsBy === null || others.since === null || isOver(window, now)) return null;
  const observedMs = Math.min(now - Math.max(others.since, state.since), HOUR_MS);
  if (observedMs < FORECAST_OBSERVATION_MS) return null;
  const spent =
    countBetween(state.sends, now - observedMs, now) + countBetween(others.series, now - observedMs, now);
  if (spent === 0) return null;
  const instant = now + (remaining * observedMs) / spent;
  return instant < resetsBy ? instant : null;
}

function iso(wall: number): string {
  return new Date(wall).toISOString();
}
