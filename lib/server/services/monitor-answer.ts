import 'server-only';
import type { ListFields } from '@/lib/contract/monitor';
import type { Degraded, MonitorDetail, Peers } from '@/lib/contract/responses';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { conditionOf, observedSince } from '../inventory/condition.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import { peersOf } from '../inventory/peers.ts';
import type { Reading } from '../reading.ts';
import type { WireDetail } from '../upstream/schema.ts';

/**
 * The answer made from a reading of the monitor itself. Where the list was read since, its fields are the list's: while
 * details cannot be read, a monitor must not be older on its own page than in the list.
 */
export function wholeAnswer(
  reading: Reading<WireDetail>,
  degraded: Degraded | null,
  inventory: Inventory,
  demo: boolean,
): MonitorDetail {
  const view = inventory.view();
  const listed = inventory.monitor(reading.value.monitor_uuid.toLowerCase());
  const readAt = new Date(reading.asOf).toISOString();
  if (listed && view.asOf > reading.asOf && !isOlder(listed, reading.value)) {
    return {
      data: { ...reading.value, ...listed },
      peers: peersNow(view, listed, listed),
      meta: {
        as_of: new Date(view.asOf).toISOString(),
        detail_as_of: readAt,
        degraded,
        partial: false,
        demo,
      },
    };
  }
  const condition = conditionOf(reading.value, reading.upstreamNow);
  const observed_since = observedSince(condition, { ...reading, monitor: reading.value }, listed);
  return {
    data: { ...reading.value, condition, observed_since },
    peers: peersNow(view, { ...reading.value, condition, observed_since }, listed),
    meta: { as_of: readAt, degraded, partial: false, demo },
  };
}

/** A row that recent crawls have missed is kept from an earlier one: it may be older than its snapshot says. */
function isOlder(row: ListFields, than: ListFields): boolean {
  return (
    instant(row.last_check_at) < instant(than.last_check_at) ||
    instant(row.updated_at) < instant(than.updated_at)
  );
}

function instant(iso: string | null): number {
  return iso === null ? Number.NEGATIVE_INFINITY : Date.parse(iso);
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
  monitor: InventoryMonitor,
  listed: InventoryMonitor | undefined,
): Peers | null {
  return state === 'complete' && index ? peersOf(index, monitor, listed) : null;
}
