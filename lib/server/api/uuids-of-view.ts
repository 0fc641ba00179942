import 'server-only';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** The monitors of a view whatever their condition, which may have changed since they belonged to it. In lower case. */
export function uuidsOfView(
  index: InventoryIndex,
  { condition: _condition, flapping: _flapping, ...query }: InventoryQuery,
  named: ReadonlySet<InventoryMonitor> | null,
): ReadonlySet<string> {
  return new Set(allMatches(index, query, named).map(({ monitor_uuid }) => monitor_uuid.toLowerCase()));
}
