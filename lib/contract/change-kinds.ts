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

/** What happened to the setup of a monitor. These changes are shown on request; all others are outages and maintenance. */
export const editKinds: readonly ChangeKind[] = [
  'first_check',
  'added',
  'removed',
  'edited',
  'deactivated',
  'activated',
];
export const outageKinds: readonly ChangeKind[] = changeKinds.filter((kind) => !editKinds.includes(kind));

/** The kinds that a kind ends: both are one line, "Down 20:31–20:40". */
export const endedKinds: Partial<Record<ChangeKind, readonly ChangeKind[]>> = {
  recovered: ['down'],
  reporting_again: ['overdue', 'status_unknown'],
  activated: ['deactivated'],
  maintenance_off: ['maintenance_on'],
};
/** The outages and maintenance that count as unread: those that begin. */
export const begunKinds = outageKinds.filter((kind) => endedKinds[kind] === undefined);
