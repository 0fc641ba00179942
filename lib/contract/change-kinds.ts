/**
 * What can change about a monitor, as the comparison of two readings shows it. `reporting_again`: up after overdue or after
 * an unknown status.
 */
export const changeKinds = [
  'down',
  'recovered',
  'overdue',
  'status_unknown',
  'reporting_again',
  'first_check',
  'added',
  'removed',
  'edited',
  'deactivated',
  'activated',
  'maintenance_on',
  'maintenance_off',
] as const;
export type ChangeKind = (typeof changeKinds)[number];
