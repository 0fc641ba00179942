import 'server-only';
import type { Degraded, MonitorDetail, Peers } from '@/lib/contract/answers';
import type { ListFields } from '@/lib/contract/monitor';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { conditionOf } from '../inventory/condition.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import { peersOf } from '../inventory/peers.ts';
import type { Reading } from '../reading.ts';
import type { WireDetail } from '../upstream/schema.ts';

/** The answer made from a reading of the monitor itself. */
export function wholeAnswer(
  reading: Reading<WireDetail>,
  degraded: Degraded | null,
  inventory: Inventory,
  demo: boolean,
): MonitorDetail {
  const condition = conditionOf(reading.value, reading.upstreamNow);
  const as_of = new Date(reading.asOf).toISOString();
  const listed = inventory.monitor(reading.value.monitor_uuid.toLowerCase());
  const observed_since = listed?.condition === condition ? listed.observed_since : as_of;
  return {
    data: { ...reading.value, condition, observed_since },
    peers: peersNow(inventory.view(), reading.value, listed),
    meta: { as_of, degraded, partial: false, demo },
  };
}

/** The answer made from the inventory alone: the list shape. */
export function partialAnswer(
  listed: InventoryMonitor,
  degraded: Degraded | null,
  view: InventoryView,
  demo: boolean,
): MonitorDetail {
  const as_of = new Date(view.asOf).toISOString();
  return {
    data: listed,
    peers: peersNow(view, listed, listed),
    meta: { as_of, degraded, partial: true, demo },
  };
}

/** While not everything is read a rank would be one among those that happened to be read first. */
function peersNow(
  { state, index }: InventoryView,
  monitor: ListFields,
  listed: InventoryMonitor | undefined,
): Peers | null {
  return state === 'complete' && index ? peersOf(index, monitor, listed) : null;
}
