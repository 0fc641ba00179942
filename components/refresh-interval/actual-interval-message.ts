import { QUOTA_PROBE_MS } from '@/lib/contract/quota-rules';
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
  const cost = `${formatInteger(Math.round(DAY_S / refresh.actual_s) * refresh.cost)} requests a day.`;
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

const DAY_S = 86_400;

const limits = { minute: 'rate limit', daily: 'daily quota', monthly: 'monthly quota' } as const;

/** A message with the requests of each quota that are reserved for other clients; null while unknown. */
export function reserveMessage({ daily, monthly }: Refresh['reserve']): string | null {
  const parts = [
    ...(daily === null ? [] : [`${formatInteger(daily)} of today’s requests`]),
    ...(monthly === null ? [] : [`${formatInteger(monthly)} of this month’s`]),
  ];
  return parts.length === 0 ? null : `Reserved for others: ${parts.join(', ')}.`;
}

/**
 * The requests of a day with a permanent viewer: "3 requests × 2,880 = 8,640 a day of 50,000", "17,280 a day: over the limit of
 * 5,000".
 */
export function priceMessage(choice: RefreshInterval, cost: number, dailyLimit: number | null): string {
  if (choice === 'off') return 'no requests';
  const times = Math.round(DAY_S / Number(choice));
  const price = `${formatInteger(cost * times)} a day`;
  if (dailyLimit === null) return `${requests(cost)} × ${formatInteger(times)} = ${price}`;
  const limit = formatInteger(dailyLimit);
  if (cost * times > dailyLimit) return `${price}: over the limit of ${limit}`;
  return `${requests(cost)} × ${formatInteger(times)} = ${price} of ${limit}`;
}
