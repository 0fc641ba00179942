import 'server-only';
import type { ChangeKind } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { isNewCheckOf } from '../inventory/condition.ts';

/** One step from a condition to the next. `isByCheck`: a check has caused it, whose time is known. */
interface ConditionStep {
  kind: ChangeKind;
  condition: Condition;
  isByCheck: boolean;
}

type Checked = Pick<InventoryMonitor, 'condition' | 'last_check_at' | 'last_status' | 'unknown_fields'>;

/**
 * Returns the steps that lead from one condition to another. There is no step to `pending`: a monitor whose checks were
 * deleted was edited.
 */
export function conditionSteps(before: Checked, after: Checked): ConditionStep[] {
  if (before.condition === after.condition) return [];
  const hasNewCheck = isNewCheckOf(before, after.last_check_at);
  const step = (kind: ChangeKind, condition: Condition, isByCheck = false): ConditionStep => ({
    kind,
    condition,
    isByCheck: isByCheck && hasNewCheck,
  });
  switch (after.condition) {
    case 'inactive':
      return [step('deactivated', 'inactive')];
    case 'pending':
      return before.condition === 'inactive' ? [step('activated', 'pending')] : [];
    case 'down':
      return [...activation(before, 'up'), step('down', 'down', true)];
    case 'overdue':
      // A late check that is up: the monitor has recovered, and was not checked again.
      if (before.condition === 'down' && after.last_status === 'up')
        return [step('recovered', 'up'), step('overdue', 'overdue')];
      return [...activation(before, 'up'), step('overdue', 'overdue')];
    case 'unknown':
      return [...activation(before, 'unknown'), step('status_unknown', 'unknown')];
    case 'up':
      return [stepToUp(before.condition, step)];
  }
}

function activation({ condition }: Checked, next: Condition): ConditionStep[] {
  return condition === 'inactive' ? [{ kind: 'activated', condition: next, isByCheck: false }] : [];
}

function stepToUp(
  before: Condition,
  step: (kind: ChangeKind, condition: Condition, isByCheck?: boolean) => ConditionStep,
): ConditionStep {
  switch (before) {
    case 'down':
      return step('recovered', 'up', true);
    case 'overdue':
    case 'unknown':
      return step('reporting_again', 'up', true);
    case 'pending':
      return step('first_check', 'up', true);
    case 'inactive':
    case 'up':
      return step('activated', 'up');
  }
}
