import type { MeterTone } from '@/components/ui/meter';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger, formatShare } from '@/lib/format';
import type { Point, Quota } from './burn-down-model';
import { momentLabel } from './moment-labels';

/** The pace is not told before it has been watched for so long (lib/server/quota). */
const WATCHED_MS = 600_000;

const periods = { daily: 'today', monthly: 'this month' } as const;
export const quotaTitles = { daily: 'Today’s requests left', monthly: 'This month’s requests left' } as const;

/** What comes of the present pace. Calm: it does not run out before the window ends, or that is not known. */
export function paceMessage(
  data: Usage['data'],
  quota: Quota,
  now: number,
  timeZone: string | undefined,
): { message: string; tone: MeterTone } {
  const { remaining, runs_out_at: runsOutAt } = data[quota];
  const { since } = data.spent_elsewhere;
  if (remaining === 0) return { message: 'used up', tone: 'critical' };
  if (runsOutAt !== null) {
    return {
      message: `runs out about ${momentLabel(Date.parse(runsOutAt), now, timeZone)}`,
      tone: 'warning',
    };
  }
  if (remaining === null || since === null || now - Date.parse(since) < WATCHED_MS) {
    return { message: 'pace not known yet', tone: 'neutral' };
  }
  return {
    message: `outlasts the ${quota === 'daily' ? 'day' : 'month'} at the pace of the last hour`,
    tone: 'neutral',
  };
}

/** Why there is nothing to draw yet. */
export function noDataMessage(data: Usage['data'], quota: Quota): string {
  if (data.observed_at === null) return 'Nothing has been observed yet: the API has sent no counters so far.';
  if (data[quota].remaining === null) {
    return `The API’s answers carry no counter for ${periods[quota]}, so there is nothing to draw.`;
  }
  return `One value has been observed ${periods[quota]} so far. Sightline notes one a minute at most, while it reads the API; with the second the line begins.`;
}

/** The chart as one sentence, for those who do not see it. @param points at least one, by time */
export function chartSummary(
  data: Usage['data'],
  quota: Quota,
  points: readonly Point[],
  now: number,
  timeZone: string | undefined,
): string {
  const first = points.at(0);
  const last = points.at(-1);
  if (!first || !last) return noDataMessage(data, quota);
  const { limit } = data[quota];
  const of = limit === null ? '' : ` of ${formatInteger(limit)} (${formatShare(last.left, limit)})`;
  const { message } = paceMessage(data, quota, now, timeZone);
  return `${quotaTitles[quota]}: ${formatInteger(first.left)} at ${momentLabel(first.at, now, timeZone)}, ${formatInteger(last.left)}${of} at ${momentLabel(last.at, now, timeZone)}; ${message}.`;
}
