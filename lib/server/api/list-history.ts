import 'server-only';
import type { MonitorGroup, MonitorListBody } from '@/lib/contract/responses';
import { type RowHistory, STRIP_SLOTS, slotLetters, UNREAD_LETTER } from '../../contract/availability.ts';
import { DAY_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import { availabilityOfDays } from '../history/availability.ts';
import type { History, ListedRow } from '../history/history.ts';
import type { Past, PastTimes } from '../history/pasts.ts';
import { SLOT_MS, slotStart, stateOf, wasInMaintenance } from '../history/slots.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { StorageError } from '../storage/storage-error.ts';

/** Adds the observed history to the rows of a list. */
export function createListHistory(parts: {
  history: Pick<History, 'pasts' | 'version' | 'last'>;
  inventory: Pick<Inventory, 'current'>;
  clock: Clock;
}) {
  const { history, inventory, clock } = parts;

  /** Returns the histories of rows; none while the history cannot be read, because a list is complete without it. */
  async function readPasts(rows: readonly InventoryMonitor[], times: PastTimes): Promise<Map<string, Past>> {
    return history.pasts(listedRows(inventory, rows), times).catch((error: unknown) => {
      if (!isFailure(error) && !(error instanceof StorageError)) throw error;
      return new Map();
    });
  }

  return {
    /** Changes whenever the history of any row may change. */
    version: () => `${history.version()} ${slotStart(clock.now())}`,
    async addTo(list: MonitorListBody): Promise<MonitorListBody> {
      const now = clock.now();
      // The present slot is left out until its first crawl. Until then it would look like a gap.
      const end = slotStart(Math.max(history.last()?.at ?? 0, now - SLOT_MS));
      const first = end - (STRIP_SLOTS - 1) * SLOT_MS;
      const slots = Array.from({ length: STRIP_SLOTS }, (_, n) => first + n * SLOT_MS);
      const groups = list.grouped?.groups ?? [];
      const rows = [list.data, ...groups.map(({ monitors }) => monitors)].flat();
      const pasts = await readPasts(rows, { since: now - 31 * DAY_MS, slots });
      const timeline = pasts.values().next().value?.timeline;
      const withHistory = (row: InventoryMonitor) => {
        const past = pasts.get(row.monitor_uuid);
        return { ...row, history: past ? rowHistoryOf(past, slots) : null };
      };
      const withHistories = (group: MonitorGroup) => ({
        ...group,
        monitors: group.monitors.map(withHistory),
      });
      return {
        ...list,
        data: list.data.map(withHistory),
        grouped: list.grouped && { ...list.grouped, groups: groups.map(withHistories) },
        meta: {
          ...list.meta,
          history: timeline
            ? {
                last_24h_from: new Date(first).toISOString(),
                slot_s: SLOT_MS / 1000,
                availability_until: new Date(timeline.until).toISOString(),
              }
            : null,
        },
      };
    },
  };
}

function rowHistoryOf({ timeline, seen }: Past, slots: readonly number[]): RowHistory {
  return {
    last_24h: slots.map((at) => letterOf(seen.get(at) ?? 0)).join(''),
    availability_7d: availabilityOfDays(timeline, 7),
    availability_30d: availabilityOfDays(timeline, 30),
  };
}

/** Returns the letter of a slot. @param seen the conditions that crawls showed, as bits */
function letterOf(seen: number): string {
  const state = stateOf({ seen });
  if (state === null) return UNREAD_LETTER;
  return wasInMaintenance({ seen }) ? slotLetters[state].toUpperCase() : slotLetters[state];
}

/** Returns monitors of the list with the time since which they were not read. */
export function listedRows(
  inventory: Pick<Inventory, 'current'>,
  monitors: readonly InventoryMonitor[],
): ListedRow[] {
  const kept = inventory.current().snapshot?.keptMonitors;
  return monitors.map((monitor) => ({
    monitor,
    unreadSince: kept?.get(monitor.monitor_uuid)?.seenAt ?? null,
  }));
}
