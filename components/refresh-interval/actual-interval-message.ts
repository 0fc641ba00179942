import { QUOTA_PROBE_MS } from '@/lib/contract/quota-constants';
import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { Refresh, Usage } from '@/lib/contract/usage';
import { formatAge, formatDuration, formatInteger } from '@/lib/text/format';
import { configuredReset } from './configured-reset';
import { requests, usedUpQuota } from './interval-labels';

/**
 * A message with the actual refresh interval of all viewers, and the reason if it is longer than requested.
 *
 * @param now the server's time, in milliseconds since the epoch
 */
export function actualIntervalMessage(
  data: Pick<Usage['data'], 'refresh' | 'state' | 'daily' | 'monthly'>,
  now: number,
): string {
  const { refresh, state } = data;
  const actual = formatDuration(refresh.actual_s);
  const probe = formatDuration(QUOTA_PROBE_MS / 1000);
  const quota = usedUpQuota(state);
  if (quota && !refresh.paused) {
    const { resets_at: resetsAt } = data[quota];
    const time = configuredReset(data, quota);
    const at =
      resetsAt === null || time === null
        ? ''
        : ` ${time}, in ${formatAge((Date.parse(resetsAt) - now) / 1000)}`;
    return `On hold until the ${limits[quota]} resets${at}. Sightline checks every ${probe} whether it has.`;
  }
  if (state === 'quota_unknown' && !refresh.paused)
    return `On hold until the API says how many requests are left. Sightline asks at least every ${probe}.`;
  const viewers = refresh.viewers === 1 ? '1 viewer' : `${refresh.viewers} viewers`;
  if (refresh.paused) return 'Paused by all viewers until one of them resumes or all leave.';
  if (refresh.wanted_s === null) return `No active viewers: refreshing every ${actual}.`;
  const cost = costMessage(data);
  if (refresh.limited_by === 'operator') {
    return `Refreshing every ${actual}, the minimum set by your administrator: ${cost}`;
  }
  if (refresh.limited_by === null && refresh.actual_s <= refresh.wanted_s) {
    return `Refreshing every ${actual} for ${viewers}: the shortest chosen interval applies to everyone. ${cost}`;
  }
  const why =
    refresh.limited_by === null
      ? 'because the last refresh needed extra requests'
      : `to stay within the ${limits[refresh.limited_by]}`;
  return `Refreshing every ${actual} instead of ${formatDuration(refresh.wanted_s)} ${why}: ${cost}`;
}

/**
 * "Next in about 56 s."; null while nothing is refreshed, and before the first crawl.
 *
 * @param asOf when the list was read, ISO 8601
 * @param now the server's time, in milliseconds since the epoch
 */
export function nextMessage(
  { refresh, state }: Pick<Usage['data'], 'refresh' | 'state'>,
  asOf: string | null,
  now: number,
): string | null {
  if (asOf === null || refresh.paused || usedUpQuota(state) || state === 'quota_unknown') return null;
  const seconds = (Date.parse(asOf) - now) / 1000 + refresh.actual_s;
  return seconds < 1 ? 'The next one is due.' : `Next in about ${formatDuration(Math.ceil(seconds))}.`;
}

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** What the actual interval costs: "5,760 requests a day.", or an hour, where a day would be more than the daily quota. */
function costMessage({ refresh, daily }: Pick<Usage['data'], 'refresh' | 'daily'>): string {
  const during = (seconds: number) => Math.round(seconds / refresh.actual_s) * refresh.cost;
  const isPossible = daily.limit === null || during(DAY_S) <= daily.limit;
  return isPossible ? `${requests(during(DAY_S))} a day.` : `${requests(during(HOUR_S))} an hour.`;
}

const limits = { minute: 'rate limit', daily: 'daily quota', monthly: 'monthly quota' } as const;

/** A message with the requests of each quota that are reserved for other clients; null while unknown. */
export function reserveMessage({ daily, monthly }: Refresh['reserve']): string | null {
  const parts = [
    ...(daily === null ? [] : [`${formatInteger(daily)} of today’s requests`]),
    ...(monthly === null ? [] : [`${formatInteger(monthly)} of this month’s`]),
  ];
  return parts.length === 0 ? null : `Reserved for others: ${parts.join(', ')}.`;
}

/** Maximum number of days in a month. */
const MONTH_DAYS = 31;

/**
 * The requests of a day with a permanent viewer: "3 requests × 2,880 = 8,640 a day of 50,000", "over 5,000 a day: slowed down when
 * needed".
 */
export function priceMessage(
  choice: RefreshInterval,
  { refresh: { cost }, daily, monthly }: Pick<Usage['data'], 'refresh' | 'daily' | 'monthly'>,
): string {
  if (choice === 'off') return 'no requests';
  const times = Math.round(DAY_S / Number(choice));
  const perDay = cost * times;
  const over = (limit: number, period: string) =>
    `over ${formatInteger(limit)} a ${period}: slowed down when needed`;
  if (daily.limit !== null && perDay > daily.limit) return over(daily.limit, 'day');
  if (monthly.limit !== null && perDay * MONTH_DAYS > monthly.limit) return over(monthly.limit, 'month');
  const price = `${requests(cost)} × ${formatInteger(times)} = ${formatInteger(perDay)} a day`;
  return daily.limit === null ? price : `${price} of ${formatInteger(daily.limit)}`;
}
