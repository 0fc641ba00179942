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

/** The label of each kind of change, in the order of the filter. */
export const changeLabels: Record<ChangeKind, string> = {
  down: 'Down',
  recovered: 'Recovered',
  overdue: 'Overdue',
  status_unknown: 'Status unknown',
  reporting_again: 'Reporting again',
  first_check: 'First check',
  added: 'Added',
  removed: 'Removed',
  edited: 'Edited',
  deactivated: 'Deactivated',
  activated: 'Activated',
  maintenance_on: 'Maintenance started',
  maintenance_off: 'Maintenance ended',
};
