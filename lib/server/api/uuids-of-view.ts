import 'server-only';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import { withoutCondition } from '../../contract/search/without-condition.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** Returns the UUIDs of the monitors of a view in lower case, whatever their condition: it may have changed since. */
export function uuidsOfView(
  index: InventoryIndex,
  query: InventoryQuery,
  named: ReadonlySet<InventoryMonitor> | null,
): ReadonlySet<string> {
  const monitors = allMatches(index, withoutCondition(query), named);
  return new Set(monitors.map(({ monitor_uuid }) => monitor_uuid.toLowerCase()));
}
