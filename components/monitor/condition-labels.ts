import { conditionSince } from '@/lib/contract/conditions';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge } from '@/lib/format';

/** What each condition is called. */
export const conditionLabels: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  pending: 'Never checked',
  up: 'Up',
  inactive: 'Inactive',
};

/** The statuses that a condition says already. */
export const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The word for a monitor's condition; a status the API's specification does not know is shown as it came. */
export function conditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const { condition, last_status: status } = monitor;
  if (condition === 'up' && !knownStatuses.includes(status)) return `Unknown: ${status}`;
  return conditionLabels[condition];
}

/** The same for a condition that was, and may be another by now: "Was down". */
export function pastConditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const label = conditionLabel(monitor);
  return `Was ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/**
 * For how long a condition has lasted: "4 min+", "0 min+" in its first minute. The API does not report when it began, so
 * it has lasted at least this long, since it was first seen; only for what is overdue or was never checked this is known
 * exactly: "21 min". What came after the last reading nobody has seen, so it does not count.
 *
 * @param asOf the last reading, ISO 8601
 */
export function conditionAge(
  monitor: Pick<ListedMonitor, 'condition' | 'last_check_at' | 'created_at' | 'observed_since'>,
  asOf: string,
): string {
  const seconds = secondsBetween(conditionSince(monitor), asOf);
  if (monitor.condition === 'overdue' || monitor.condition === 'pending') return formatAge(seconds);
  return seconds < 60 ? '0 min+' : `${formatAge(seconds)}+`;
}

export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** What `maintenance_mode` means: the specification gives two readings of it, and both are in this. */
export const maintenanceMeaning = 'Alerts are off; checks may be paused.';
