import 'server-only';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import type { HistoryStore, Recorded, SlotEntry } from './history-store.ts';
import { inTurns } from './in-turns.ts';
import { addToSlot, emptySlot, type LastCheck, type Slot } from './slot.ts';

/** Number of monitors whose slots are saved at a time. */
const MONITORS_PER_SAVE = 800;

/** The slot that is being filled, of all monitors. */
export interface OpenSlot {
  /**
   * Begins the slot that starts at a time, epoch ms, and saves the one before. Nothing happens if it has begun.
   *
   * @param isAfterGap whether the time since the last reading is a gap, or there was none
   */
  begin(at: number, isAfterGap: boolean): Promise<void>;
  /** Adds a monitor of the reading that is being recorded. @param readAt the time of the reading, epoch ms */
  add(monitor: InventoryMonitor, readAt: number): void;
  /** From now on the slot is shown with the last reading. */
  show(): void;
  /** What recorded readings have shown of a monitor; null: nothing. */
  of(uuid: string): { at: number; slot: Slot } | null;
  /** Forgets the last check of a monitor that does not exist any more. */
  forget(uuid: string): void;
  save(): Promise<void>;
}

/** @param recorded what was stored of it; null: nothing */
export function createOpenSlot(store: HistoryStore, recorded: Recorded | null): OpenSlot {
  const lastChecks = recorded?.lastChecks ?? new Map<string, number>();
  /** The last checks of the few monitors that had one far in the future. */
  const aheadChecks = new Map<string, LastCheck>();
  let open = recorded?.openSlot ?? null;
  /** Start of the first slot after a gap, epoch ms: earlier checks are not counted. */
  let countFrom = 0;
  /** The slots without the reading that is being recorded, of the monitors that it has shown; null: there was none. */
  const shown = new Map<string, Slot | null>();

  async function save(): Promise<void> {
    if (open === null) return;
    const { at, slots } = open;
    for await (const some of inTurns(slots, MONITORS_PER_SAVE)) {
      const entries = some.map(
        ([uuid, slot]): SlotEntry => ({ uuid, slot, lastCheck: lastChecks.get(uuid) ?? null }),
      );
      await store.saveSlots(at, entries);
    }
  }

  return {
    async begin(at, isAfterGap) {
      if (open?.at === at) return;
      await save();
      if (isAfterGap) countFrom = at;
      open = { at, slots: new Map() };
    },
    add(monitor, readAt) {
      if (open === null) return;
      const { monitor_uuid: uuid } = monitor;
      const at = lastChecks.get(uuid) ?? null;
      const last = aheadChecks.get(uuid) ?? { at, aheadAt: null };
      // The first check that is seen of a monitor may have run before the first reading, or have counted before it was removed.
      const times = { readAt, countFrom: at === null ? Math.max(open.at, countFrom) : countFrom };
      const before = open.slots.get(uuid) ?? null;
      const added = addToSlot(before ?? emptySlot, last, monitor, times);
      shown.set(uuid, before);
      open.slots.set(uuid, added.slot);
      if (added.last === last) return;
      if (monitor.last_check_at !== null) lastChecks.set(uuid, Date.parse(monitor.last_check_at));
      if (added.last.aheadAt !== null) aheadChecks.set(uuid, added.last);
    },
    show: () => shown.clear(),
    of(uuid) {
      const earlier = shown.get(uuid);
      const slot = earlier === undefined ? open?.slots.get(uuid) : earlier;
      return open === null || !slot ? null : { at: open.at, slot };
    },
    forget(uuid) {
      lastChecks.delete(uuid);
      aheadChecks.delete(uuid);
    },
    save,
  };
}
