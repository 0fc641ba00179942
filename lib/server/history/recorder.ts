import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { countAll, profilesOf } from '../inventory/facet-profiles.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import { isDamaged } from '../store/sqlite-problem.ts';
import { StoreError, type StoreProblem } from '../store/store.ts';
import { changesOf, type ObservedChange, removals } from './changes-between.ts';
import { addToFleet, type FleetSlot } from './fleet.ts';
import type { HistoryStore, SlotEntry } from './history-store.ts';
import type { ListReading, Observation, SeenMonitor } from './observation.ts';
import { RefusedWriteError } from './refused-write.ts';
import { addToSlot, emptySlot, type Slot, slotStart } from './slot.ts';

/** Records what the readings of the list show. One reading is recorded at a time; of several that wait, the last. */
export interface Recorder {
  record(snapshot: Snapshot): void;
  /** Records readings one after the other, before any that is passed later, if nothing has been recorded. */
  recordPast(snapshots: Iterable<Snapshot>): Promise<void>;
  /** Why nothing can be recorded, and since when (epoch ms); null while it can. */
  problem(): { problem: StoreProblem; since: number } | null;
  /** The time of the last recorded reading, epoch ms; null: none, as far as known. */
  recordedAt(): number | null;
  /** The slot of a monitor that is still being recorded, of which the store knows what was saved last; null: none. */
  openSlot(uuid: string): { at: number; slot: Slot } | null;
  /** Loads what was recorded, unless that has been done. */
  load(): Promise<void>;
  /** Forgets what was loaded, because another process records now, or has recorded. It is loaded again with the next reading. */
  reset(): Promise<void>;
  /** Resolves when everything until now is recorded. */
  settled(): Promise<void>;
  /** Saves the open slot, and records nothing any more. */
  stop(): Promise<void>;
}

/** Number of monitors processed before the event loop runs again. */
const MONITORS_PER_TURN = 500;
/** Number of changes stored in one transaction. */
const CHANGES_PER_BATCH = 100;
/** An open slot is saved at least this often, with time to spare for saving: a crash loses at most five minutes of it. */
const SAVE_MS = 4 * 60_000;

/** The monitors' parts of the open slot. */
interface OpenSlot {
  at: number;
  slots: Map<string, Slot>;
}

export function createRecorder(parts: {
  store: HistoryStore;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Puts an empty store in the place of a damaged one; null: it is not replaced. */
  replaceStore: (() => Promise<void>) | null;
}): Recorder {
  const { store, clock, log, replaceStore } = parts;
  let known: Observation | null = null;
  let isLoaded = false;
  let lastChecks = new Map<string, number>();
  let open: OpenSlot | null = null;
  let fleet: FleetSlot | null = null;
  let problem: ReturnType<Recorder['problem']> = null;
  let next: Snapshot | null = null;
  let working: Promise<void> = Promise.resolve();
  let cancelSave: (() => void) | null = null;
  let isStopped = false;

  async function load(): Promise<void> {
    const recorded = await store.load().catch(async (error: unknown) => {
      if (replaceStore === null || !isDamaged(error)) throw error;
      await replaceStore();
      return store.load();
    });
    known = recorded && { at: recorded.at, knowsAll: recorded.knowsAll, monitors: recorded.monitors };
    lastChecks = recorded?.lastChecks ?? new Map();
    open = recorded?.openSlot ?? null;
    fleet = recorded === null ? null : ((await store.fleet(slotStart(recorded.at))).at(-1) ?? null);
    isLoaded = true;
  }

  async function record(snapshot: Snapshot): Promise<void> {
    if (!isLoaded) await load();
    // A clock that was set back must not disturb the order.
    const reading = readingOf(snapshot, Math.max(snapshot.asOf, known?.at ?? 0));
    await openSlotAt(slotStart(reading.at));
    known = await compare(known, reading);
    const counts = countAll(profilesOf([...reading.monitors.values()]));
    fleet = addToFleet(fleet, reading.at, counts);
    await store.finish({ at: known.at, knowsAll: known.knowsAll, fleet });
    cancelSave ??= clock.after(SAVE_MS, () => {
      cancelSave = null;
      void queued(saveOpenSlot);
    });
  }

  /** Stores the changes, and adds the reading to the open slot. @returns what is known afterwards */
  async function compare(before: Observation | null, reading: ListReading): Promise<Observation> {
    const { at, isComplete } = reading;
    const monitors = new Map<string, SeenMonitor>();
    let changes: ObservedChange[] = [];
    let changed: { monitor: InventoryMonitor; seenAt: number | null }[] = [];
    const write = async () => {
      if (changed.length === 0) return;
      await store.append({ changes, known: changed, removed: [] });
      [changes, changed] = [[], []];
      await setImmediate();
    };
    let count = 0;
    for (const [uuid, monitor] of reading.monitors) {
      const old = before?.monitors.get(uuid);
      const some = before === null ? [] : changesOf(monitor, before, at);
      changes.push(...some);
      const wasMissing = before !== null && old !== undefined && old.seenAt < before.at;
      if (some.length > 0 || old === undefined || wasMissing) changed.push({ monitor, seenAt: null });
      monitors.set(uuid, { monitor, seenAt: at });
      addToOpenSlot(monitor);
      count += 1;
      if (changed.length >= CHANGES_PER_BATCH) await write();
      else if (count % MONITORS_PER_TURN === 0) await setImmediate();
    }
    await write();
    if (before !== null) await recordMissing(before, reading, monitors);
    return { at, knowsAll: isComplete || before?.knowsAll === true, monitors };
  }

  /** Stores which monitors are gone, or have not been read this time. */
  async function recordMissing(
    before: Observation,
    reading: ListReading,
    monitors: Map<string, SeenMonitor>,
  ): Promise<void> {
    const gone = removals(before, reading);
    for (let first = 0; first < gone.length; first += CHANGES_PER_BATCH) {
      const changes = gone.slice(first, first + CHANGES_PER_BATCH);
      const removed = changes.map(({ monitor }) => monitor.monitor_uuid);
      await store.append({ changes, known: [], removed });
      for (const uuid of removed) lastChecks.delete(uuid);
      await setImmediate();
    }
    if (reading.isComplete) return;
    const missed: SeenMonitor[] = [];
    for (const [uuid, seen] of before.monitors) {
      if (monitors.has(uuid)) continue;
      monitors.set(uuid, seen);
      if (seen.seenAt === before.at) missed.push(seen);
    }
    for (let first = 0; first < missed.length; first += CHANGES_PER_BATCH) {
      const some = missed.slice(first, first + CHANGES_PER_BATCH);
      await store.append({ changes: [], known: some, removed: [] });
      await setImmediate();
    }
  }

  async function openSlotAt(at: number): Promise<void> {
    if (open?.at === at) return;
    await saveOpenSlot();
    open = { at, slots: new Map() };
  }

  function addToOpenSlot(monitor: InventoryMonitor): void {
    if (open === null) return;
    const { monitor_uuid: uuid } = monitor;
    // A check that ran before anybody watched is not counted: what it showed lasted until the slot, but was not seen in it.
    const last = { at: lastChecks.get(uuid) ?? open.at };
    const added = addToSlot(open.slots.get(uuid) ?? emptySlot, last, monitor);
    open.slots.set(uuid, added.slot);
    if (added.last.at !== null && added.last.at !== last.at) lastChecks.set(uuid, added.last.at);
  }

  async function saveOpenSlot(): Promise<void> {
    cancelSave?.();
    cancelSave = null;
    if (open === null) return;
    const entries = [...open.slots].map(
      ([uuid, slot]): SlotEntry => ({ uuid, slot, lastCheck: lastChecks.get(uuid) ?? null }),
    );
    await store.saveSlots(open.at, entries);
  }

  function queued(run: () => Promise<void>): Promise<void> {
    working = working.then(async () => {
      try {
        await run();
        if (problem !== null) log.info({}, 'the history is recorded again');
        problem = null;
      } catch (error) {
        // Part of the reading may have been stored: the next one is compared with what was.
        isLoaded = false;
        if (error instanceof RefusedWriteError) {
          log.warn(
            { reason: error.reason },
            'observations were not added to the shared history, which is loaded again',
          );
          return;
        }
        const reason = problemOf(error);
        if (problem === null) log.warn({ problem: reason, err: error }, 'the history cannot be recorded');
        problem = { problem: reason, since: problem?.since ?? clock.now() };
      }
    });
    return working;
  }

  async function recordNext(): Promise<void> {
    const snapshot = next;
    next = null;
    if (snapshot === null) return;
    try {
      await record(snapshot);
    } catch (error) {
      if (!(error instanceof RefusedWriteError) || error.reason !== 'conflict') throw error;
      // What is stored is not what was loaded, for example because Redis has lost its data.
      isLoaded = false;
      await record(snapshot);
    }
  }

  function drop(): void {
    [isLoaded, known, open, fleet, problem] = [false, null, null, null, null];
    lastChecks = new Map();
    cancelSave?.();
    cancelSave = null;
  }

  return {
    record(snapshot) {
      if (isStopped) return;
      const isWaiting = next !== null;
      next = snapshot;
      if (!isWaiting) void queued(recordNext);
    },
    recordPast: (snapshots) =>
      queued(async () => {
        if (!isLoaded) await load();
        if (known !== null) return;
        for (const snapshot of snapshots) await record(snapshot);
      }),
    problem: () => problem,
    recordedAt: () => known?.at ?? null,
    openSlot(uuid) {
      const slot = open?.slots.get(uuid);
      return open === null || slot === undefined ? null : { at: open.at, slot };
    },
    load: () =>
      queued(async () => {
        if (!isLoaded) await load();
      }),
    reset: () => queued(async () => drop()),
    settled: () => working,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await queued(saveOpenSlot);
      cancelSave?.();
    },
  };
}

function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreError) return error.problem;
  return isFailure(error) ? 'unreachable' : 'other';
}

/** Monitors that are only kept from an earlier reading are not part of this one. */
function readingOf({ monitors, missing, missingMonitors }: Snapshot, at: number): ListReading {
  const read = monitors.filter(({ monitor_uuid }) => !missingMonitors.has(monitor_uuid));
  return {
    at,
    // A complete reading that has not found a monitor once is not yet certain about it.
    isComplete: missing === null && missingMonitors.size === 0,
    monitors: new Map(read.map((monitor) => [monitor.monitor_uuid, monitor])),
  };
}
