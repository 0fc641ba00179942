import 'server-only';
import { detailOnlyFieldsSchema, type ListFields } from '@/lib/contract/monitor';
import type { Degraded, MonitorDetail, Peers } from '@/lib/contract/responses';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import { peersOf } from '../inventory/query/peers.ts';
import {
  clockOffset,
  conditionChange,
  conditionOf,
  firstSeen,
  isCheckUnknown,
  observedSince,
} from '../inventory/snapshot/condition.ts';
import { areSettingsKnown } from '../inventory/snapshot/monitor-settings.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Reading } from '../upstream/gateway.ts';
import type { WireDetail } from '../upstream/schema.ts';

/** Builds the body from a detail. Fields of a list that was read later replace those of the detail. */
export function detailResponse(
  reading: Reading<WireDetail>,
  degraded: Degraded | null,
  inventory: Inventory,
): MonitorDetail {
  const shown = inventory.shown();
  const detail = reading.value;
  const listed = inventory.monitor(detail.monitor_uuid.toLowerCase());
  const detail_as_of = new Date(reading.asOf).toISOString();
  const listedAt = listed ? readAt(listed, shown) : 0;
  if (listed && listedAt > reading.asOf && !isOlder(listed, detail)) {
    const isOfDetail = (name: string) => Object.hasOwn(detailOnlyFieldsSchema.shape, name);
    const unknown_fields = [...listed.unknown_fields, ...detail.unknown_fields.filter(isOfDetail)];
    return {
      data: { ...detail, ...listed, unknown_fields },
      peers: peersNow(shown, listed),
      meta: { as_of: new Date(listedAt).toISOString(), detail_as_of, degraded, partial: false },
    };
  }
  const condition = conditionOf(detail, reading.upstreamNow);
  const read = { ...reading, monitor: detail };
  const observed_since = observedSince(condition, read, listed);
  const change = conditionChange(condition, listed, {
    began: firstSeen(condition, read, listed),
    lastSeen: shown.asOf,
    lastUntil: shown.asOf,
    clockAhead: clockOffset(reading.asOf, reading.upstreamNow),
  });
  const flapping = listed?.flapping ?? false;
  const data = { ...detail, condition, observed_since, ...change, flapping };
  return {
    data,
    peers: peersNow(shown, data),
    meta: { as_of: detail_as_of, degraded, partial: false },
  };
}

/** When a row was read, epoch ms: one that recent crawls have missed is kept from an earlier one. */
function readAt({ monitor_uuid }: InventoryMonitor, { index, asOf }: ShownInventory): number {
  return index?.snapshot.keptMonitors.get(monitor_uuid)?.seenAt ?? asOf;
}

/** Whether a row says less than the detail, although it was read later: what upstream lists can lag behind. */
function isOlder(row: ListFields, detail: ListFields): boolean {
  return (
    (!isCheckUnknown(row) && instant(row.last_check_at) < instant(detail.last_check_at)) ||
    (row.updated_at !== null && instant(row.updated_at) < instant(detail.updated_at))
  );
}

function instant(iso: string | null): number {
  return iso === null ? Number.NEGATIVE_INFINITY : Date.parse(iso);
}

/** Builds the response body from the inventory only. It is marked `partial` while no settings are known. */
export function partialResponse(
  listed: InventoryMonitor,
  degraded: Degraded | null,
  shown: ShownInventory,
): MonitorDetail {
  const as_of = new Date(readAt(listed, shown)).toISOString();
  const partial = !areSettingsKnown(listed);
  return { data: listed, peers: peersNow(shown, listed), meta: { as_of, degraded, partial } };
}

/** Null during the first crawl, because a rank among the monitors read so far would be misleading. */
function peersNow({ state, index }: ShownInventory, monitor: InventoryMonitor): Peers | null {
  return state === 'complete' && index ? peersOf(index.snapshot.monitors, monitor) : null;
}
