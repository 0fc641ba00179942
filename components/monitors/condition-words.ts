import type { Condition, ListedMonitor } from '@/lib/contract/monitor';

/** What each condition is called, wherever it is named. */
export const conditionWords: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  pending: 'Not checked yet',
  up: 'Up',
  inactive: 'Inactive',
};

const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The word for a monitor's condition; a status the API's specification does not know is shown as it came. */
export function conditionWord(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const { condition, last_status: status } = monitor;
  if (condition === 'up' && !knownStatuses.includes(status)) return `unknown: ${status}`;
  return conditionWords[condition];
}

/** What `maintenance_mode` means: the specification gives two readings, so both are told. */
export const maintenanceMeaning =
  'In maintenance. The API describes this in two ways: checks are recorded but raise no alerts, or the monitor is not checked.';
