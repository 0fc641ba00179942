import 'server-only';
import type { FleetSlot } from './fleet.ts';
import type { HistoryStore } from './history-store.ts';

/** What the slots of the fleet were read from. */
export interface FleetState {
  /** Differs after each reading, and after anything was forgotten. */
  version: string;
  /** Differs when something else than the last slot and later ones may have been written. */
  epoch: string;
}

/**
 * Caches all slots of the fleet: hundreds of days have tens of thousands. New ones are added at the end and old ones forgotten
 * at the beginning, so only the last one and later ones are read again.
 *
 * @returns a function that returns them, the oldest first
 */
export function createFleetCache(
  read: HistoryStore['fleet'],
): (state: FleetState) => Promise<readonly FleetSlot[]> {
  let cached: { state: FleetState; slots: readonly FleetSlot[] } | null = null;

  async function grown(slots: readonly FleetSlot[]): Promise<readonly FleetSlot[]> {
    const last = slots.at(-1);
    if (last === undefined) return read(0);
    const [oldest] = await read(0, 1);
    const tail = await read(last.at);
    // The store no longer contains the cached slots.
    if (oldest === undefined || tail[0]?.at !== last.at) return read(0);
    return [...slots.filter(({ at }) => at >= oldest.at && at < last.at), ...tail];
  }

  return async (state) => {
    if (cached?.state.version === state.version) return cached.slots;
    const slots = cached?.state.epoch === state.epoch ? await grown(cached.slots) : await read(0);
    cached = { state, slots };
    return slots;
  };
}
