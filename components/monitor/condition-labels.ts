import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge } from '@/lib/format';

/** What each condition is called. The count strip shortens one of them. */
export const conditionLabels: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  pending: 'Not checked yet',
  up: 'Up',
  inactive: 'Inactive',
};

const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The word for a monitor's condition; a status the API's specification does not know is shown as it came. */
export function conditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const { condition, last_status: status } = monitor;
  if (condition === 'up' && !knownStatuses.includes(status)) return `unknown: ${status}`;
  return conditionLabels[condition];
}

/** Less than this is no news: it may just have been read for the first time. Seconds. */
const WORTH_SAYING_S = 60;

/**
 * For how long a monitor has been seen down. The API does not say since when it is; it has been so at least for this
 * long. What came after the last reading nobody has seen, so it does not count.
 *
 * @param since when it was first seen down; @param asOf the last reading. Both ISO 8601
 */
export function downLabel(since: string, asOf: string): string {
  const seconds = secondsBetween(since, asOf);
  return seconds < WORTH_SAYING_S ? 'Down' : `Down ≥ ${formatAge(seconds)}`;
}

/**
 * The label of an overdue monitor: last seen up, but its checks have stopped.
 *
 * @param lastCheck, asOf as in `downLabel`
 */
export function silentLabel(lastCheck: string, asOf: string, long: boolean): string {
  const age = formatAge(secondsBetween(lastCheck, asOf));
  return long ? `Last seen up, but silent for ${age}` : `Silent ${age}`;
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** What `maintenance_mode` means: the specification gives two readings, so both are told. */
export const maintenanceMeaning =
  'In maintenance. The API describes this in two ways: checks are recorded but raise no alerts, or the monitor is not checked.';
