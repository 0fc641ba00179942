import type { ChangeKind } from '@/lib/contract/change-kinds';

/** What happened to several monitors: "38 monitors" + " in fra1" + " went down". */
export const groupVerbs: Record<ChangeKind, string> = {
  down: 'went down',
  recovered: 'recovered',
  overdue: 'became overdue',
  status_unknown: 'reported an unknown status',
  reporting_again: 'are reporting again',
  first_check: 'were checked for the first time',
  added: 'were added',
  removed: 'were removed',
  edited: 'were edited',
  deactivated: 'were deactivated',
  activated: 'were activated',
  maintenance_on: 'went into maintenance',
  maintenance_off: 'left maintenance',
};

/** Shown for an edit of a setting that is not a field of the list. */
export const unlistedSetting = '(which setting is not known)';
