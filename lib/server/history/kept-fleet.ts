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
 * Keeps all slots of the fleet: of hundreds of days there are tens of thousands. They grow at their end, and are forgotten from
 * their beginning, so that only the last one and later ones are read again.
 *
 * @returns a function that returns them, the oldest first
 */
export function createKeptFleet(
  read: HistoryStore['fleet'],
): (state: FleetState) => Promise<readonly FleetSlot[]> {
  let kept: { state: FleetState; slots: readonly FleetSlot[] } | null = null;

  async function grown(slots: readonly FleetSlot[]): Promise<readonly FleetSlot[]> {
    const last = slots.at(-1);
    if (last === undefined) return read(0);
    const [oldest] = await read(0, 1);
    const tail = await read(last.at);
    // Not what was kept any more.
    if (oldest === undefined || tail[0]?.at !== last.at) return read(0);
    return [...slots.filter(({ at }) => at >= oldest.at && at < last.at), ...tail];
  }

  return async (state) => {
    if (kept?.state.version === state.version) return kept.slots;
    const slots = kept?.state.epoch === state.epoch ? await grown(kept.slots) : await read(0);
    kept = { state, slots };
    return slots;
  };
}
