import { conditionSince } from '@/lib/contract/conditions';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge, formatAgeRange } from '@/lib/text/format';
import { visibleName } from './monitor-names';

/** The label of each condition. */
export const conditionLabels: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  unknown: 'Unknown',
  pending: 'Never checked',
  up: 'Up',
  inactive: 'Inactive',
};

/** The values of `last_status` in the API specification. */
export const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The label of a monitor's condition: "Up", or "Unknown: degraded" with a status that is not in the API specification. */
export function conditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const { condition, last_status: status } = monitor;
  const isTold =
    condition === 'unknown' && !knownStatuses.includes(status) && visibleName(status ?? '') !== null;
  return isTold ? `${conditionLabels.unknown}: ${status}` : conditionLabels[condition];
}

/** The label of a past condition: "Was down". */
export function pastConditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const label = conditionLabel(monitor);
  return `Was ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/**
 * The duration of a condition. If its beginning was observed: "18–20 min", or "1 min" when both ends are the same.
 * Otherwise the minimum since it was first seen: "4 min+", or "0 min+" in the first minute. It is exact where the API
 * tells the beginning: "21 min". The duration ends at the last read, because later states are unknown.
 *
 * @param asOf the time of the last read, ISO 8601
 */
export function conditionAge(
  monitor: Pick<
    ListedMonitor,
    'condition' | 'last_check_at' | 'created_at' | 'observed_since' | 'changed_after'
  >,
  asOf: string,
): string {
  const seconds = secondsBetween(conditionSince(monitor), asOf);
  if (isSinceReported(monitor)) return formatAge(seconds);
  if (monitor.changed_after !== null) {
    return formatAgeRange(seconds, secondsBetween(monitor.changed_after, asOf));
  }
  return seconds < 60 ? '0 min+' : `${formatAge(seconds)}+`;
}

/** Whether the API tells when a condition began: with the last check of an overdue monitor, and the creation of a pending one. */
export function isSinceReported({
  condition,
  created_at,
}: Pick<ListedMonitor, 'condition' | 'created_at'>): boolean {
  return condition === 'overdue' || (condition === 'pending' && created_at !== null);
}

/** The seconds between two ISO 8601 times. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** The meaning of `flapping`. */
export const flappingMeaning = 'Its condition has changed at least four times in the last hour.';

/** The meaning of `maintenance_mode`; the API specification has two definitions, which this combines. */
export const maintenanceMeaning = 'Alerts are off; checks may be paused.';
