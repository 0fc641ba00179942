import type { ListFields } from '../../contract/monitor.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor } from '../inventory/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot.ts';
import type { StoreError } from '../store/store.ts';
import type { HistoryStore } from './history-store.ts';
import { createRecorder } from './recorder.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const silent = { warn: () => {}, info: () => {} };

/** A store that survives the processes, and readings of monitors by the minute. */
export function setUpRecorder() {
  const clock = createFakeClock();
  const noon = clock.now();
  const store = createSqliteHistory(openInMemory());
  let failure: StoreError | null = null;
  /** Number of batches that are still stored. */
  let batchesLeft = Number.POSITIVE_INFINITY;
  let appended = 0;
  const faulty: HistoryStore = {
    ...store,
    async append(batch) {
      if (failure !== null && batchesLeft-- <= 0) throw failure;
      appended += 1;
      await store.append(batch);
    },
  };
  let previous: Snapshot | null = null;
  const replaceStore = async () => {};
  let recorder = createRecorder({ store: faulty, clock, log: silent, replaceStore });

  return {
    clock,
    noon,
    store,
    recorder: () => recorder,
    appended: () => appended,
    fail(error: StoreError | null, after = 0) {
      failure = error;
      batchesLeft = after;
    },
    /** Replaces the recorder without stopping it, as after a kill. */
    restart() {
      recorder = createRecorder({ store: faulty, clock, log: silent, replaceStore });
    },
    /**
     * Reads the monitors now, and returns the snapshot.
     *
     * @param options.readAt when each row was read; not given: now
     * @param options.tookMs how long before now the request of the first page was sent
     * @param options.removed the UUIDs that were answered with 404 meanwhile
     */
    async read(
      monitors: readonly ListFields[],
      evidence: 'complete' | 'none' = 'complete',
      {
        readAt = () => clock.now(),
        tookMs = 0,
        removed = new Map(),
      }: { readAt?: (place: number) => number; tookMs?: number; removed?: ReadonlyMap<string, number> } = {},
    ): Promise<Snapshot> {
      const times = monitors.map((_, place) => readAt(place));
      const asOf = Math.min(...times, clock.now());
      previous = buildSnapshot({
        rows: monitors.map((monitor, place) => ({
          monitor,
          asOf: times[place] ?? asOf,
          upstreamNow: times[place] ?? asOf,
        })),
        previous,
        beganAt: asOf - tookMs,
        asOf,
        evidence,
        missing: evidence === 'complete' ? null : { count: 1, reason: 'page_failed' },
        removed,
      });
      recorder.record(previous);
      await recorder.settled();
      return previous;
    },
    async kinds() {
      const { changes } = await store.changes({ limit: 1000 });
      return changes.map(({ kind, monitor }) => `${kind} ${Number(monitor.monitor_uuid.slice(-3))}`);
    },
    /** A monitor that was checked this many seconds ago. */
    checked: (n: number, secondsAgo: number, more: Partial<InventoryMonitor> = {}) =>
      aMonitor(n, { last_check_at: new Date(clock.now() - secondsAgo * 1000).toISOString(), ...more }),
  };
}
