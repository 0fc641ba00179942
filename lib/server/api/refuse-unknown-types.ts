import 'server-only';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { monitorTypes } from '../../contract/conditions.ts';
import { FailureError } from '../errors.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';

/**
 * Checks the types of a query: each must be in the spec, or the type of some monitor, because upstream may send others.
 *
 * @throws FailureError `invalid_parameter`
 */
export function refuseUnknownTypes(query: InventoryQuery, index: InventoryIndex | null): void {
  const known: readonly string[] = monitorTypes;
  const requested = [...(query.type?.include ?? []), ...(query.type?.exclude ?? [])];
  if (requested.some((type) => !known.includes(type) && !index?.facets.type.values.includes(type))) {
    throw new FailureError({
      code: 'invalid_parameter',
      parameter: 'type',
      detail: `must be one of ${known.join(', ')}`,
    });
  }
}
