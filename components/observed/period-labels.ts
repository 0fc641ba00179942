import { seenLabel } from '@/components/time-chart/buckets';
import { periodTime } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import { conditionLabels } from '@/lib/contract/conditions';
import { formatInteger } from '@/lib/text/format';
import { isObserved, type Period, type PeriodState } from './periods';

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
