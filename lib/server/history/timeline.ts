import 'server-only';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import type { Counted, Course, Step, Timeline } from './availability.ts';

/** The columns of a change that a timeline needs. */
export type ChangeOfState = Pick<Tables['change'], 'kind' | 'from' | 'to' | 'condition_before'>;

/** What a condition counts as. It is not known for the other conditions. */
const countedAs: Partial<Record<Condition, Counted>> = {
  up: 'up',
  down: 'down',
  pending: 'uncounted',
  inactive: 'uncounted',
};
const countedOf = (condition: Condition | null) => (condition && countedAs[condition]) ?? null;

/**
 * Returns the timeline of a monitor.
 *
 * @param changes the oldest first
 * @param present the monitor as the last recorded crawl showed it; null: not known
 */
export function timelineOf(
  changes: readonly ChangeOfState[],
  present: Pick<InventoryMonitor, 'condition' | 'maintenance_mode'> | null,
  rest: Pick<Timeline, 'from' | 'until' | 'unread'>,
): Timeline {
  const isMaintenance = present && (present.maintenance_mode === true ? 'on' : 'off');
  return {
    ...rest,
    condition: { steps: changes.flatMap(conditionStep), last: countedOf(present?.condition ?? null) },
    maintenance: { steps: maintenanceSteps(changes), last: isMaintenance },
  };
}

function conditionStep({ kind, from, to, condition_before }: ChangeOfState): Step<Counted>[] {
  if (kind === 'maintenance_on' || kind === 'maintenance_off') return [];
  return [{ from, to, before: kind === 'added' ? 'uncounted' : countedOf(condition_before) }];
}

function maintenanceSteps(changes: readonly ChangeOfState[]): Course<'on' | 'off'>['steps'] {
  const steps: Step<'on' | 'off'>[] = [];
  /** Null: not known. */
  let now: 'on' | 'off' | null = null;
  for (const { kind, from, to } of changes) {
    if (kind === 'maintenance_on') steps.push({ from, to, before: 'off' });
    else if (kind === 'maintenance_off') steps.push({ from, to, before: 'on' });
    // A monitor that is found again may be in maintenance.
    else if (kind === 'removed') steps.push({ from, to, before: now });
    else continue;
    now = kind === 'removed' ? null : kind === 'maintenance_on' ? 'on' : 'off';
  }
  return steps;
}
