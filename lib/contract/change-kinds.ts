/** What two crawls can show to have changed. `reporting_again`: up after overdue or after an unknown status. */
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
