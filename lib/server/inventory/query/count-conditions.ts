import 'server-only';
import type { InventoryCounts } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Counts monitors by condition, and those in maintenance. */
export function countConditions(monitors: readonly InventoryMonitor[]): InventoryCounts {
  const counts: InventoryCounts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    maintenance: 0,
  };
  for (const { condition, maintenance_mode } of monitors) {
    counts.condition[condition] += 1;
    if (maintenance_mode) counts.maintenance += 1;
  }
  return counts;
}
