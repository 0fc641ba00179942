import * as z from 'zod/mini';
import { recordOf } from './documented.ts';

/**
 * The conditions of a monitor, the most urgent first. `unknown`: a status that the spec does not have, or an unreadable time of
 * the last check.
 */
export const conditions = ['down', 'overdue', 'unknown', 'pending', 'up', 'inactive'] as const;
/** The condition of a monitor at the time when Sightline read it. */
export type Condition = (typeof conditions)[number];
export const conditionSchema = z.enum(conditions);

export const conditionLabels: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  unknown: 'Unknown',
  pending: 'Never checked',
  up: 'Up',
  inactive: 'Inactive',
};

/** The wall shows each monitor in one of these conditions, and groups open for them. */
export const notWell: readonly Condition[] = ['down', 'overdue', 'unknown'];

/**
 * A monitor with this number of changes within an hour, or more, is flapping: its condition changes too often to be trusted. The
 * sentences end with its meaning.
 */
export const FLAPPING_CHANGES = 4;
/** The same beside the word itself. */
export const flappingRule = `${FLAPPING_CHANGES} or more changes in the last hour`;
export const flappingMeaning = `condition has changed at least ${FLAPPING_CHANGES} times in the last hour.`;

export const conditionCountsSchema = z.object(recordOf(conditions, z.number()));

/** The types in the spec. Upstream may send others; they are shown unchanged. */
export const monitorTypes = ['http', 'https', 'tcp', 'ping'] as const;

/** Whether the API tells when a condition began: with the last check of an overdue monitor, and the creation of a pending one. */
export function isSinceReported(monitor: { condition: Condition; created_at: string | null }): boolean {
  return monitor.condition === 'overdue' || (monitor.condition === 'pending' && monitor.created_at !== null);
}

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
