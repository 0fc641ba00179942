import 'server-only';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { addToSlot, emptySlot, type Slot } from './slot.ts';

/** The slot that is being filled, of all monitors. Each recorded crawl replaces it by a copy that contains the crawl, too. */
export interface OpenSlot {
  /** Its start, epoch ms; 0: no crawl was recorded. */
  at: number;
  /** Start of the first slot after a gap, epoch ms: earlier checks are not counted. */
  countFrom: number;
  /** By UUID. */
  slots: Map<string, Slot>;
  /** The last check that was seen of each monitor, by UUID: epoch ms by upstream's clock. */
  lastChecks: Map<string, number>;
}

/** Returns the last checks of monitors as a crawl has shown them: they are not counted again. */
export function lastChecksOf(monitors: readonly InventoryMonitor[]): OpenSlot['lastChecks'] {
  return new Map(
    monitors.flatMap(({ monitor_uuid: uuid, last_check_at: at }) =>
      at ? [[uuid, Date.parse(at)] as const] : [],
    ),
  );
}

/**
 * Returns the slot that starts at a time, epoch ms: a copy of the open one, or an empty one.
 *
 * @param isAfterGap whether the time since the last crawl is a gap, or there was none
 */
export function openSlotAt(before: OpenSlot, at: number, isAfterGap: boolean): OpenSlot {
  const lastChecks = new Map(before.lastChecks);
  if (before.at === at) return { ...before, slots: new Map(before.slots), lastChecks };
  return { at, countFrom: isAfterGap ? at : before.countFrom, slots: new Map(), lastChecks };
}

/**
 * Adds a monitor of a crawl to the open slot.
 *
 * @param times.readAt the time of the crawl, epoch ms
 * @param times.clockAhead how far our clock is ahead of upstream's, ms
 */
export function addMonitor(
  { at, countFrom, slots, lastChecks }: OpenSlot,
  monitor: InventoryMonitor,
  times: { readAt: number; clockAhead: number },
): void {
  const uuid = monitor.monitor_uuid;
  const last = lastChecks.get(uuid) ?? null;
  // The first check that is seen of a monitor may have run before the first crawl.
  const from = last === null ? Math.max(at, countFrom) : countFrom;
  const added = addToSlot(slots.get(uuid) ?? emptySlot, last, monitor, { ...times, countFrom: from });
  slots.set(uuid, added.slot);
  if (added.last !== null) lastChecks.set(uuid, added.last);
}
