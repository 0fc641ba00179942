import type { ShownFailure } from '@/components/failure/failure-of';
import { monitorTypes } from '@/lib/contract/vocabulary';

/** The types asked for that the specification does not know: one of them is what was refused. */
export function refusedTypes(failure: ShownFailure | null, types: readonly string[]): string[] {
  if (failure?.code !== 'invalid_parameter' || failure.parameter !== 'type') return [];
  const values = new Set(types.map((asked) => asked.replace(/^-/, '')));
  return [...values].filter((type) => !monitorTypes.some((known) => known === type));
}
