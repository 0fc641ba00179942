import { createFakeClock } from '../clock.fixtures.ts';
import type { Clock } from '../clock.ts';
import { createHistory, type History } from '../history/history.ts';
import type { Past } from '../history/pasts.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { openMemory } from '../storage/open-sqlite-file.ts';
import { createStorage } from '../storage/storage.ts';
import { createReview } from './review.ts';

/** A history without entries, with the functions that a list needs. */
export const noPasts = { version: () => '', last: () => null, pasts: async () => new Map<string, Past>() };

/** Starts a history of 30 days that is kept in memory only. */
async function startMemoryHistory(clock: Clock): Promise<History> {
  const log = { info: () => {}, warn: () => {} };
  const storage = createStorage(await openMemory(), { term: () => 1, clock, log });
  const history = createHistory({ storage, days: 30, clock, log });
  await history.lead(null);
  return history;
}

/** An inventory at `start` (epoch ms, by default at a noon), its review, a history that records it, and a function that publishes a crawl. */
export async function startRecordedInventory(start?: number) {
  const clock = createFakeClock(start);
  const inventory = createInventory(clock);
  const history = await startMemoryHistory(clock);
  return {
    clock,
    inventory,
    history,
    review: createReview({ inventory, history, rulesOff: () => new Set(), clock }),
    /** Reads these monitors, which upstream has just checked. */
    async crawl(...monitors: InventoryMonitor[]) {
      const asOf = clock.now();
      const last_check_at = new Date(asOf).toISOString();
      const rows = monitors.map((monitor) => ({
        monitor: { ...fieldsOf(monitor), last_check_at },
        asOf,
        upstreamNow: asOf,
      }));
      inventory.publish(completeCrawl(rows, asOf));
      const { snapshot } = inventory.current();
      if (snapshot) await history.record(snapshot);
    },
  };
}

/** A monitor with its number as its name. */
export const up = (n: number, more: Partial<InventoryMonitor> = {}) =>
  aMonitor(n, { name: `monitor ${n}`, ...more });
export const down = (n: number, more: Partial<InventoryMonitor> = {}) =>
  up(n, { last_status: 'down', ...more });
