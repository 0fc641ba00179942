import type { ListFields } from '../../contract/monitor.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type InventoryMonitor, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import { openMemory } from '../storage/open-sqlite-file.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { HistoryStorage } from './history.ts';
import { createRecorder } from './recorder.ts';
import { SLOT_MS } from './slots.ts';
import { testStore } from './test-store.fixtures.ts';

export const silent = { warn: () => {}, info: () => {} };

/** Tables in memory that survive restarts of the recorder, faults in its transactions, and crawls a minute apart. */
export async function setUpRecorder() {
  const clock = createFakeClock();
  const noon = clock.now();
  const storage = storageOf(await openMemory(), { now: () => 0 });
  const store = testStore(storage);
  let failure: Error | null = null;
  let isAnswerLost = false;
  const faulty: HistoryStorage = {
    ...storage,
    async asLeader(run) {
      if (failure !== null) throw failure;
      const result = await storage.asLeader(run);
      if (!isAnswerLost) return result;
      isAnswerLost = false;
      throw new StorageError('unreachable');
    },
  };
  const warnings: string[] = [];
  const log = { ...silent, warn: ({ problem = '' }: { problem?: string }) => warnings.push(problem) };
  let previous: Snapshot | null = null;
  const start = () => createRecorder({ storage: faulty, days: 30, clock, log });
  let recorder = start();
  await recorder.lead(null);

  return {
    clock,
    noon,
    store,
    recorder: () => recorder,
    fail(error: Error | null) {
      failure = error;
    },
    /** Commits the next transaction, and then lets it fail as if its answer were lost. */
    loseAnswer() {
      isAnswerLost = true;
    },
    /** The problems that the log tells. */
    warnings,
    /** Number of changes, and of slots, that are stored. */
    async stored() {
      return storage.read(async (db) => {
        const changes = await db.selectFrom('change').select('id').execute();
        return changes.length + (await db.selectFrom('check_slot').select('at').execute()).length;
      });
    },
    /** Replaces the recorder without stopping it, as after a kill. It begins with the last snapshot. */
    async restart() {
      recorder = start();
      await recorder.lead(previous);
    },
    /**
     * Reads the monitors now, and returns the snapshot.
     *
     * @param options.readAt when each row was read; not given: now
     * @param options.tookMs how long before now the request of the first page was sent
     * @param options.clockError by how much our clock is ahead of upstream's, milliseconds
     * @param options.removed the UUIDs that upstream answered with 404 since the last crawl
     */
    async read(
      monitors: readonly ListFields[],
      evidence: 'complete' | 'none' = 'complete',
      {
        readAt = () => clock.now(),
        tookMs = 0,
        clockError = 0,
        removed = new Map(),
      }: {
        readAt?: (place: number) => number;
        tookMs?: number;
        clockError?: number;
        removed?: ReadonlyMap<string, number>;
      } = {},
    ): Promise<Snapshot> {
      const times = monitors.map((_, place) => readAt(place));
      const asOf = Math.min(...times, clock.now());
      previous = buildSnapshot({
        rows: monitors.map((monitor, place) => ({
          monitor,
          asOf: times[place] ?? asOf,
          upstreamNow: (times[place] ?? asOf) - clockError,
        })),
        previous,
        beganAt: asOf - tookMs,
        asOf,
        evidence,
        missing: evidence === 'complete' ? null : { count: 1, reason: 'page_failed' },
        removed,
      });
      await recorder.record(previous);
      return previous;
    },
    async kinds() {
      const { changes } = await store.changes({ limit: 1000 });
      return changes.map(({ kind, monitor }) => `${kind} ${Number(monitor.monitor_uuid.slice(-3))}`);
    },
    /** The stored slots of a monitor; of one that is not remembered: none. */
    slotsOf: async (uuid: string) =>
      (await store.slots(uuid, { since: noon, until: clock.now() + 1, length: SLOT_MS })) ?? [],
    fleet: () => store.fleet({ since: 0, until: clock.now() + 1, length: SLOT_MS }),
    checked: (n: number, secondsAgo: number, more: Partial<InventoryMonitor> = {}) =>
      aMonitor(n, { last_check_at: new Date(clock.now() - secondsAgo * 1000).toISOString(), ...more }),
  };
}
