import { conditionAge } from '@/components/monitor/condition-labels';
import { seenLabel } from '@/components/time-chart/buckets';
import { rangeName } from '@/components/time-chart/days-switch';
import { periodTime, timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta, MonitorHistory } from '@/lib/contract/changes';
import { conditionLabels } from '@/lib/contract/conditions';
import type { HistoryDays } from '@/lib/contract/limits';
import { formatDurationRange, formatInteger } from '@/lib/text/format';
import { isObserved, type Period, type PeriodState } from './periods';

/* `now`: epoch milliseconds; `timeZone`: the result of `useTimeZone`. */

/** When what is shown begins, epoch milliseconds: with the first slot of the range, or with the observation. */
function shownSince({ data, meta }: MonitorHistory, periods: readonly Period[]): number {
  const begin = periods[0]?.from ?? 0;
  const first = data.slots.map(({ at }) => Date.parse(at)).find((at) => at >= begin) ?? begin;
  return Math.max(first, meta.observed_from === null ? 0 : Date.parse(meta.observed_from));
}

/** What was observed: "Up in 1,203 of 1,204 checks seen since 20 Nov, 18:05." @param periods of at least one slot */
export function observedMessage(
  history: MonitorHistory,
  periods: readonly Period[],
  now: number,
  timeZone: TimeZone,
): string {
  const checks = periods.reduce((sum, period) => sum + period.checks, 0);
  const down = periods.reduce((sum, period) => sum + period.down, 0);
  const all = formatInteger(checks);
  const up = down === 0 && checks > 1 ? `all ${all}` : `${formatInteger(checks - down)} of ${all}`;
  const what = checks === 0 ? 'No checks' : `Up in ${up} ${checks === 1 ? 'check' : 'checks'}`;
  // Checks with an unknown status are not counted.
  const seen = periods.some(({ state }) => state === 'unknown') ? 'with a known status seen' : 'seen';
  return `${what} ${seen} since ${timeLabel(shownSince(history, periods), now, timeZone)}.`;
}

/**
 * "No outage seen.", "3 outages, the longest 8–9 min.", "2–3 outages, the longest up to 40 min.", "1 outage, over 40 d so far."
 *
 * @param sinceBefore how long the monitor has been down, if that began before the range: the figures are only of the range
 */
export function outagesMessage(
  { outages, longest_s }: Pick<NonNullable<MonitorHistory['data']['outages']>, 'outages' | 'longest_s'>,
  sinceBefore: string | null,
): string {
  const { least, most } = outages;
  if (most === 0) return 'No outage seen.';
  if (sinceBefore !== null) return `1 outage, ${sinceBefore} so far.`;
  const count = least === most ? formatInteger(most) : `${formatInteger(least)}–${formatInteger(most)}`;
  const longest = formatDurationRange(longest_s);
  return most === 1 ? `${count} outage, ${longest} long.` : `${count} outages, the longest ${longest}.`;
}

/** How long a monitor has been down; null if it is not, or has begun to be within the range. Times are epoch milliseconds. */
export function downSinceBefore(monitor: Lasting | null, since: number, now: number): string | null {
  if (monitor?.condition !== 'down') return null;
  const isWithin = monitor.changed_after !== null && Date.parse(monitor.changed_after) >= since;
  return isWithin ? null : conditionAge(monitor, now);
}

/** The condition of a monitor, and since when it has it. */
export type Lasting = Parameters<typeof conditionAge>[0];

/** Why there is nothing to show. */
export function nothingMessage({ observed_from, kept_days }: HistoryMeta, days: HistoryDays): string {
  if (observed_from === null) return 'Nothing has been observed yet.';
  return `Nothing was observed in the last ${rangeName(days, kept_days)}.`;
}

/** When no change was seen: "No changes since 20 Nov, 18:05.", with the time of `observedMessage`. */
export function noChangesMessage(
  history: MonitorHistory,
  periods: readonly Period[],
  now: number,
  timeZone: TimeZone,
): string {
  if (history.meta.observed_from === null) return 'No changes yet.';
  return `No changes since ${timeLabel(shownSince(history, periods), now, timeZone)}.`;
}

/** Says that only the newest changes of a response are shown: "The newest 10 of 37 changes."; null when all are. @param isAll whether the response has all */
export function omittedMessage(count: number, shown: number, isAll: boolean): string | null {
  if (count <= shown) return null;
  const all = `${isAll ? '' : 'at least '}${formatInteger(count)}`;
  return `The newest ${formatInteger(shown)} of ${all} changes in this time range.`;
}

export const stateLabels: Record<PeriodState, string> = {
  ...conditionLabels,
  unobserved: 'Not observed',
  open: 'Not recorded yet',
};

/** The checks of a period: "3 of 14 checks down", "14 checks", "no new check". Those with an unknown status are not counted. */
function checksOf({ state, checks, down }: Period): string {
  if (checks === 0) return state === 'unknown' ? 'no check up or down' : 'no new check';
  const count = `${formatInteger(checks)} ${checks === 1 ? 'check' : 'checks'}`;
  if (down > 0) return `${formatInteger(down)} of ${count} down`;
  // Only the last check before the period was down.
  return state === 'down' ? `until the first of ${count}` : count;
}

/** What was seen in a period, and when: "Down, 3 of 14 checks down, 14:00 to 14:15". */
export function periodLabel(period: Period, now: number, timeZone: TimeZone): string {
  const { state, maintenance } = period;
  return [
    stateLabels[state],
    ...(maintenance ? ['maintenance'] : []),
    ...(isObserved(state) ? [checksOf(period)] : []),
    periodTime(period, now, timeZone),
    ...(isObserved(state) ? [seenLabel(period.quarters) ?? []].flat() : []),
  ].join(', ');
}

/** The response times of a period: "Mean 210 ms, maximum 900 ms"; null when there are none. */
export function responseTimesLabel({ meanMs, maxMs }: Pick<Period, 'meanMs' | 'maxMs'>): string | null {
  if (meanMs === null || maxMs === null) return null;
  return `Mean ${formatInteger(meanMs)} ms, maximum ${formatInteger(maxMs)} ms`;
}
