import { periodTime, timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import { FORECAST_OBSERVATION_MS } from '@/lib/contract/limits';
import type { SettingsReading, Usage } from '@/lib/contract/usage';
import { formatCount, formatInteger } from '@/lib/text/format';
import { evenPace, type Quota, type RateBucket } from './request-rate-model';

const DAY_S = 86_400;
const DAYS = { daily: 1, monthly: 30 } as const;
const periods = { daily: 'today', monthly: 'this month' } as const;
const days = { daily: 'day', monthly: 'month' } as const;
const units = { daily: 'hour', monthly: 'day' } as const;
export const rateTitles = { daily: 'Requests per hour', monthly: 'Requests per day' } as const;

/** The forecast at the current rate. */
export function paceMessage(data: Usage['data'], quota: Quota, now: number, timeZone: TimeZone): string {
  const { remaining, runs_out_at: runsOutAt } = data[quota];
  const { since } = data.spent_elsewhere;
  if (remaining === 0) return 'Used up';
  if (runsOutAt !== null) {
    const time = timeLabel(Date.parse(runsOutAt), now, timeZone);
    return `Projected to run out at about ${time}`;
  }
  if (remaining === null) return 'Rate unknown';
  const isMeasured = since !== null && now >= Date.parse(since) + FORECAST_OBSERVATION_MS;
  if (isMeasured) return `Enough for ${periods[quota]} at this rate`;
  // Until a rate has been measured, the pacing is the forecast.
  const { cost, actual_s } = data.refresh;
  const planned = Math.round(((cost * DAY_S) / actual_s) * DAYS[quota]);
  return planned <= remaining
    ? `Enough: reading takes about ${formatInteger(planned)} ${quota === 'daily' ? 'a day' : 'in 30 days'}`
    : 'Reading slows down so that it lasts';
}

/** Why the counters of a window are unknown. */
export function noCountersMessage({ observed_at, access, spent_here }: Usage['data']): string {
  const { since: _since, ...spent } = spent_here;
  if (observed_at !== null) return 'not included in API responses';
  if (access.trouble) return 'no successful API response yet';
  const isUnused = Object.values(spent).every((count) => count === 0);
  return isUnused ? 'no API requests yet' : 'no counters in API responses so far';
}

/** Why the chart is empty. */
export function noDataMessage(data: Usage['data'], quota: Quota): string {
  if (data[quota].remaining === null) return `No data yet: ${noCountersMessage(data)}.`;
  return `Not enough readings ${periods[quota]} yet: the chart needs two in a row. Sightline records at most one per minute.`;
}

/** The label of a bar: "1,180 requests, 20 Nov, 12:00 to 13:00". */
export function bucketLabel(bucket: RateBucket | undefined, now: number, timeZone: TimeZone): string {
  if (!bucket) return '';
  const count = bucket.requests === null ? 'no data' : formatCount(bucket.requests, 'request');
  return `${count}, ${periodTime(bucket, now, timeZone)}`;
}

/** The legend of the line; if it is not drawn, the even rate of the quota. Null if unknown. */
export function evenPaceMessage(data: Usage['data'], quota: Quota, isDrawn: boolean): string | null {
  const pace = evenPace(data[quota].limit, quota);
  if (pace === null) return null;
  return `${isDrawn ? 'Dashed: ' : ''}${formatInteger(pace)} per ${units[quota]} would use up the ${days[quota]}’s quota.`;
}

/** The text alternative of the chart. */
export function chartSummary(
  data: Usage['data'],
  quota: Quota,
  buckets: readonly RateBucket[],
  now: number,
  timeZone: TimeZone,
): string {
  const observed = buckets.filter(({ requests }) => requests !== null);
  const busiest = observed.toSorted((a, b) => (b.requests ?? 0) - (a.requests ?? 0))[0];
  if (!busiest) return noDataMessage(data, quota);
  const sum = observed.reduce((total, { requests }) => total + (requests ?? 0), 0);
  const pace = paceMessage(data, quota, now, timeZone);
  return `${rateTitles[quota]}: ${formatCount(sum, 'request')} observed; the busiest ${units[quota]}: ${bucketLabel(busiest, now, timeZone)}; ${pace}.`;
}

const MINUTE_MS = 60_000;

const unreadReasons = {
  failed: 'the rest could not be read and are tried again within a day',
  paused: 'no more are read while refreshing is paused',
  low: 'no more are read while few requests are left or requests are suspended',
  quota_unknown: 'no more are read while the API does not say how many requests are left',
  updated_by_checks: 'no more are read, because the API does not tell which monitors were edited',
  off: 'more are read only when somebody opens a monitor, because an administrator has switched this off',
} as const;

/**
 * For how many monitors the settings are known that the list of the API omits, and when or why not for the rest.
 *
 * @param now epoch milliseconds
 */
export function settingsReadingMessage(
  { known, monitors, state, until }: SettingsReading,
  now: number,
  timeZone: TimeZone,
): string {
  if (monitors === 0) return 'Check settings are not known yet: the list has not been read completely.';
  if (known === monitors) return `Check settings are known for all ${formatInteger(monitors)} monitors.`;
  const counts = `Check settings are known for ${formatInteger(known)} of ${formatInteger(monitors)} monitors`;
  if (state === 'complete') return `${counts}.`;
  if (state !== 'reading') return `${counts}; ${unreadReasons[state]}.`;
  if (until === null) return `${counts}; the rest are read while the list needs no requests.`;
  const at = Math.ceil(Date.parse(until) / MINUTE_MS) * MINUTE_MS;
  return `${counts}; the rest are read until ${timeLabel(at, now, timeZone)}.`;
}
