import type { ShownFailure } from '@/components/errors/explain-error';
import { monitorTypes } from '@/lib/contract/conditions';
import type { ParameterProblem } from '@/lib/contract/query-parameters';

/**
 * The types that the server rejected: those that are not in the specification. The browser cannot check this
 * itself, because the server accepts unknown types that a monitor has.
 */
export function refusedTypes(failure: ShownFailure | null, types: readonly string[]): ParameterProblem[] {
  if (failure?.code !== 'invalid_parameter' || failure.parameter !== 'type') return [];
  const values = new Set(types.map((value) => value.replace(/^-/, '')));
  return [...values]
    .filter((type) => !monitorTypes.some((known) => known === type))
    .map((value) => ({
      parameter: 'type',
      value,
      breach: 'value',
      detail: `must be one of ${monitorTypes.join(', ')}`,
    }));
}
