/**
 * The kinds of changes between two crawls with their labels, in the order of the filter. `reporting_again`: up after it was
 * overdue or had an unknown status.
 */
export const changeLabels = {
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
} as const;

export type ChangeKind = keyof typeof changeLabels;
const isChangeKind = (name: string): name is ChangeKind => Object.hasOwn(changeLabels, name);
export const changeKinds = Object.keys(changeLabels).filter(isChangeKind);
