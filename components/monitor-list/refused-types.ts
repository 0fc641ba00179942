import type { ShownFailure } from '@/components/errors/failure';
import { monitorTypes } from '@/lib/contract/conditions';
import type { QueryProblem } from '@/lib/contract/inventory-query';

/** The types asked for that the specification does not know: only the server knew whether some monitor has them. */
export function refusedTypes(failure: ShownFailure | null, types: readonly string[]): QueryProblem[] {
  if (failure?.code !== 'invalid_parameter' || failure.parameter !== 'type') return [];
  const values = new Set(types.map((asked) => asked.replace(/^-/, '')));
  return [...values]
    .filter((type) => !monitorTypes.some((known) => known === type))
    .map((value) => ({ parameter: 'type', value, breach: 'value' }));
}
