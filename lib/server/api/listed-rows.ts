import 'server-only';
import type { ListedRow } from '../history/history.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** Returns monitors of the list with the time since which they were not read. */
export function listedRows(
  inventory: Pick<Inventory, 'current'>,
  monitors: readonly InventoryMonitor[],
): ListedRow[] {
  const missing = inventory.current().snapshot?.missingMonitors;
  return monitors.map((monitor) => ({
    monitor,
    unreadSince: missing?.get(monitor.monitor_uuid)?.seenAt ?? null,
  }));
}
