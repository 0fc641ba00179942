import 'server-only';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { HistoryStore } from './history-store.ts';
import type { SlotEntry } from './monitor-slots.ts';
import { addToSlot, emptySlot, type Slot } from './slot.ts';

/** The slot that is being filled, of all monitors. */
export interface OpenSlot {
  /**
   * Begins the slot that starts at a time, epoch ms, and saves the one before. Nothing happens if it has begun.
   *
   * @param isAfterGap whether the time since the last reading is a gap, or there was none
   */
  begin(at: number, isAfterGap: boolean): Promise<void>;
  /**
   * Adds a monitor of the reading that is being recorded.
   *
   * @param times.readAt the time of the reading, epoch ms
   * @param times.clockAhead how far our clock is ahead of upstream's, ms
   */
  add(monitor: InventoryMonitor, times: { readAt: number; clockAhead: number }): void;
  /** The slots of some monitors with the reading that is being recorded. */
  including(uuids: ReadonlySet<string>): SlotEntry[];
  /** The reading has been recorded, or could not be. */
  end(isRecorded: boolean): void;
  /** What recorded readings have shown of a monitor; null: nothing. */
  of(uuid: string): { at: number; slot: Slot } | null;
  save(): Promise<void>;
}

/**
 * @param open what was stored of the slot; null: nothing
 * @param known the monitors as the last reading has shown them: their checks are not counted again
 */
export function createOpenSlot(
  store: Pick<HistoryStore, 'saveSlots'>,
  open: { at: number; slots: Map<string, Slot> } | null,
  known: readonly InventoryMonitor[],
): OpenSlot {
  const lastChecks = new Map<string, number>();
  for (const { monitor_uuid, last_check_at } of known) {
    if (last_check_at !== null) lastChecks.set(monitor_uuid, Date.parse(last_check_at));
  }
  /** Start of the first slot after a gap, epoch ms: earlier checks are not counted. */
  let countFrom = 0;
  /** What the reading that is being recorded adds. */
  const added = new Map<string, { slot: Slot; last: number | null }>();

  async function save(): Promise<void> {
    if (open === null) return;
    await store.saveSlots(
      open.at,
      [...open.slots].map(([uuid, slot]) => ({ uuid, slot })),
    );
  }

  return {
    async begin(at, isAfterGap) {
      if (open?.at === at) return;
      await save();
      if (isAfterGap) countFrom = at;
      open = { at, slots: new Map() };
    },
    add(monitor, times) {
      if (open === null) return;
      const { monitor_uuid: uuid } = monitor;
      const last = lastChecks.get(uuid) ?? null;
      // The first check that is seen of a monitor may have run before the first reading.
      const from = last === null ? Math.max(open.at, countFrom) : countFrom;
      const before = open.slots.get(uuid);
      const after = addToSlot(before ?? emptySlot, last, monitor, { ...times, countFrom: from });
      if (after.slot !== before || after.last !== last) added.set(uuid, after);
    },
    including(uuids) {
      return [...uuids].flatMap((uuid) => {
        const slot = added.get(uuid)?.slot ?? open?.slots.get(uuid);
        return slot === undefined ? [] : [{ uuid, slot }];
      });
    },
    end(isRecorded) {
      for (const [uuid, { slot, last }] of isRecorded ? added : []) {
        open?.slots.set(uuid, slot);
        if (last !== null) lastChecks.set(uuid, last);
      }
      added.clear();
    },
    of(uuid) {
      const slot = open?.slots.get(uuid);
      return open === null || slot === undefined ? null : { at: open.at, slot };
    },
    save,
  };
}
