import 'server-only';
import type { ChangeKind } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** One step from a condition to the next. */
interface ConditionStep {
  kind: ChangeKind;
  condition: Condition;
}

/**
 * Returns the steps that lead from one condition to another. There is no step to `pending`: a monitor whose checks were
 * deleted was edited.
 */
export function conditionSteps(
  { condition: before }: Pick<InventoryMonitor, 'condition'>,
  after: Pick<InventoryMonitor, 'condition' | 'last_status'>,
): ConditionStep[] {
  if (before === after.condition) return [];
  const activation = (condition: Condition): ConditionStep[] =>
    before === 'inactive' ? [{ kind: 'activated', condition }] : [];
  switch (after.condition) {
    case 'inactive':
      return [{ kind: 'deactivated', condition: 'inactive' }];
    case 'pending':
      return activation('pending');
    case 'down':
      return [...activation('up'), { kind: 'down', condition: 'down' }];
    case 'overdue': {
      // A late check that is up: the monitor has recovered, and was not checked again.
      const recovered: ConditionStep = { kind: 'recovered', condition: 'up' };
      const isRecovered = before === 'down' && after.last_status === 'up';
      return [
        ...activation('up'),
        ...(isRecovered ? [recovered] : []),
        { kind: 'overdue', condition: 'overdue' },
      ];
    }
    case 'unknown':
      return [...activation('unknown'), { kind: 'status_unknown', condition: 'unknown' }];
    case 'up':
      return [{ kind: kindOfStepToUp(before), condition: 'up' }];
  }
}

function kindOfStepToUp(before: Condition): ChangeKind {
  switch (before) {
    case 'down':
      return 'recovered';
    case 'overdue':
    case 'unknown':
      return 'reporting_again';
    case 'pending':
      return 'first_check';
    case 'inactive':
    case 'up':
      return 'activated';
  }
}
