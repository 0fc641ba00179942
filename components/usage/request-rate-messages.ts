import { timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import { FORECAST_OBSERVATION_MS } from '@/lib/contract/quota-constants';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import type { Quota } from './quota-history';
import { evenPace, type RateBucket } from './request-rate-model';

const DAY_S = 86_400;
const periods = { daily: 'today', monthly: 'this month' } as const;
const quotaNames = { daily: 'the day’s', monthly: 'the month’s' } as const;
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
  return isMeasured ? `Enough for ${periods[quota]} at this rate` : planMessage(data, quota);
}

/** Whether what refreshing the list will use fits in what is left. Until a rate has been measured, the plan is the forecast. */
function planMessage(data: Usage['data'], quota: Quota): string {
  const { cost, actual_s } = data.refresh;
  const perDay = (cost * DAY_S) / actual_s;
  const [count, unit] = quota === 'daily' ? [perDay, 'day'] : [perDay * 30, 'month'];
  const plan = `about ${formatInteger(Math.round(count))} a ${unit}`;
  // The rest of the window may be shorter.
  const isEnough = count <= (data[quota].remaining ?? 0);
  return isEnough
    ? `Enough for ${periods[quota]} as planned: ${plan}`
    : `Planned: ${plan}, less as it runs low`;
}

export function noDataMessage(data: Usage['data'], quota: Quota): string {
  if (data.observed_at === null) return 'No data yet: the API hasn’t sent any counters.';
  if (data[quota].remaining === null) {
    return `No data: API responses don’t include a counter for ${periods[quota]}.`;
  }
  return `Not enough readings ${periods[quota]} yet: the chart needs two in a row. Sightline records at most one per minute.`;
}

/** The label of a bar: "1,180 requests, 12:00 to 13:00". */
export function bucketLabel(bucket: RateBucket | undefined, now: number, timeZone: TimeZone): string {
  if (!bucket) return '';
  const { requests, from, to } = bucket;
  const end = Math.min(to, Math.max(now, from));
  const count = requests === null ? 'no data' : requestsLabel(requests);
  return `${count}, ${timeLabel(from, now, timeZone, end)} to ${timeLabel(end, now, timeZone, from)}`;
}

function requestsLabel(requests: number): string {
  const count = Math.round(requests);
  return `${formatInteger(count)} ${count === 1 ? 'request' : 'requests'}`;
}

/** The legend of the line and the band; if they are not drawn, the even rate of the quota. Null if unknown. */
export function evenPaceMessage(data: Usage['data'], quota: Quota, isDrawn: boolean): string | null {
  const pace = evenPace(data[quota].limit, quota);
  if (pace === null) return null;
  const reserve = data.refresh.reserve[quota];
  // The band is visible in the chart from two percent of the quota on.
  const isShaded = isDrawn && reserve !== null && reserve >= 0.02 * (data[quota].limit ?? 0);
  const reserved = reserve
    ? ` ${isShaded ? 'Shaded: ' : ''}${requestsLabel(reserve)} reserved for others.`
    : '';
  return `${isDrawn ? 'Dashed: ' : ''}${formatInteger(pace)} per ${units[quota]} would use up ${quotaNames[quota]} quota.${reserved}`;
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
  return `${rateTitles[quota]}: ${requestsLabel(sum)} observed; the busiest ${units[quota]}: ${bucketLabel(busiest, now, timeZone)}; ${pace}.`;
}
