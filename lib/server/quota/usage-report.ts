import 'server-only';
import { DAY_MS, FORECAST_OBSERVATION_MS, LOW_QUOTA_SHARE } from '../../contract/limits.ts';
import type { Usage, UsageSample, UsageState } from '../../contract/usage.ts';
import { iso } from '../../text/format.ts';
import type { Tables } from '../storage/database.ts';
import { currentBackoff, isQuotaFailure } from './backoff.ts';
import { isRunning, secondsToReset } from './minute-window.ts';
import type { Moment, QuotaState } from './quota-state.ts';
import { isOver, nextReset, type QuotaWindow } from './quota-window.ts';
import { formatReset, type ResetTime, resetAfter } from './reset-time.ts';
import { countSince } from './spending.ts';

/** The quota part of `data` in GET /api/usage. */
export type UsageReport = Omit<Usage['data'], 'refresh' | 'settings' | 'access' | 'storage' | 'replicas'>;

const HOUR_MS = 3_600_000;

/** @param resetTime the configured resets; null without */
export function reportUsage(
  state: QuotaState,
  samples: readonly StoredSample[],
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
function withLatest(samples: readonly StoredSample[], state: QuotaState): readonly StoredSample[] {
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
  const spent = countSince(state.sends, now - observedMs) + countSince(others.series, now - observedMs);
  if (spent === 0) return null;
  const instant = now + (remaining * observedMs) / spent;
  return instant < resetsBy ? instant : null;
}

const SAMPLE_MS = 60_000;
const SHOWN_MS = 7 * DAY_MS;
/** Number of samples that are kept: those of 7 days. Their times delete nothing, because a clock can be wrong for a while. */
export const SAMPLES_MAX = SHOWN_MS / SAMPLE_MS;
/** Without viewers there is a response every 15 minutes; a gap means that two of them are missing. */
const GAP_MS = 35 * 60_000;
/** Number of samples in the usage chart: of the last day, and of the days before. */
const RECENT_COUNT = 120;
const OLDER_COUNT = 80;

/** Both quotas at one moment; `at`: epoch ms. */
export type StoredSample = Tables['usage_sample'];

/** Returns both quotas as last reported. @param spent number of requests that is added to both remaining counters */
export function sampleOf(
  { daily, monthly }: Pick<QuotaState, 'daily' | 'monthly'>,
  at: number,
  spent = 0,
): StoredSample {
  const left = ({ remaining }: QuotaWindow) => (remaining === null ? null : remaining + spent);
  return { at, daily_remaining: left(daily), monthly_remaining: left(monthly) };
}

/** Returns the last samples in the order in which they came, with a new one, unless the last one is less than a minute older. */
export function addSample(samples: readonly StoredSample[], sample: StoredSample): readonly StoredSample[] {
  const last = samples.at(-1);
  // The clock may have been set back.
  if (last && sample.at >= last.at && sample.at - last.at < SAMPLE_MS) return samples;
  return [...samples, sample].slice(-SAMPLES_MAX);
}

/** Returns the samples of the last 7 days, the oldest first, without those of a clock that was ahead. @param now epoch ms */
export function recentSamples(samples: readonly StoredSample[], now: number): StoredSample[] {
  const recent = samples.filter(({ at }) => at > now - SHOWN_MS && at < now + SAMPLE_MS);
  return recent.sort((one, other) => one.at - other.at);
}

/**
 * Returns the samples for the usage chart: about 120 of the last day and 80 of the days before, evenly distributed. Both samples
 * at each rise (a reset) and at each gap are kept, so that a line between two neighbours always shows an observed decrease.
 */
export function samplesForDisplay(samples: readonly StoredSample[]): UsageSample[] {
  const [from, to] = [samples.at(0)?.at ?? 0, samples.at(-1)?.at ?? 0];
  const since = Math.max(from, to - DAY_MS);
  const [recentMs, olderMs] = [(to - since) / RECENT_COUNT, (since - from) / OLDER_COUNT];
  const stepOf = ({ at }: StoredSample) => Math.floor(at / (at > since ? recentMs : olderMs));
  return samples.flatMap((sample, index) => {
    const [before, after] = [samples[index - 1], samples[index + 1]];
    const isBetween = before && after && !isBreak(before, sample) && !isBreak(sample, after);
    if (isBetween && stepOf(before) === stepOf(sample)) return [];
    const at = new Date(sample.at).toISOString();
    return { ...sample, at, after_gap: before !== undefined && isSampleGap(before, sample) };
  });
}

function isSampleGap(before: StoredSample, after: StoredSample): boolean {
  return after.at - before.at > GAP_MS;
}

function isBreak(before: StoredSample, after: StoredSample): boolean {
  const rises = (name: 'daily_remaining' | 'monthly_remaining') =>
    (after[name] ?? 0) > (before[name] ?? Number.POSITIVE_INFINITY);
  return isSampleGap(before, after) || rises('daily_remaining') || rises('monthly_remaining');
}
