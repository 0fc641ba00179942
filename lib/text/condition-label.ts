import { type Condition, conditionLabels } from '../contract/conditions.ts';
import { visibleName } from './visible-name.ts';

/** The values of `last_status` in the API specification. */
export const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The label of a monitor's condition: "Up", or "Unknown: degraded" with a status that is not in the API specification. */
export function conditionLabel(monitor: { condition: Condition; last_status: string | null }): string {
  const { condition, last_status: status } = monitor;
  const isTold =
    condition === 'unknown' && !knownStatuses.includes(status) && visibleName(status ?? '') !== null;
  return isTold ? `${conditionLabels.unknown}: ${status}` : conditionLabels[condition];
}
