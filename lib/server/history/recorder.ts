import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/history-days.ts';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import { isDamaged } from '../store/sqlite-problem.ts';
import { StoreError, type StoreProblem } from '../store/store.ts';
import { addToFleet, type FleetSlot, presentGap, SLOTS_NEAR } from './fleet.ts';
import type { HistoryStore, Recorded } from './history-store.ts';
import type { Observation } from './observation.ts';
import { createOpenSlot } from './open-slot.ts';
import { recordReading } from './record-reading.ts';
import { RefusedWriteError } from './refused-write.ts';
import { CLOCKS_DIFFER_MS, SLOT_MS, type Slot, slotStart } from './slot.ts';

/** Records what the readings of the list show. One reading is recorded at a time; of several that wait, the last. */
export interface Recorder {
  record(snapshot: Snapshot): void;
  /** Records readings one after the other, before any that is passed later, if nothing has been recorded. */
  recordPast(snapshots: Iterable<Snapshot>): Promise<void>;
  /** Why nothing can be recorded, and since when (epoch ms); null while it can. */
  problem(): { problem: StoreProblem; since: number } | null;
  /** By when everything had happened that the last recorded reading shows, epoch ms; null: none, as far as known. */
  recordedAt(): number | null;
  /** Differs when what was recorded has been moved to another time. */
  epoch(): string;
  /** The slot of a monitor that is still being recorded, of which the store knows what was saved last; null: none. */
  openSlot(uuid: string): { at: number; slot: Slot } | null;
  /** Loads what was recorded, unless that has been done. */
  load(): Promise<void>;
  /** Replaces the store, which a reader has found damaged. Resolves when that is done, or has failed. */
  replaceDamaged(): Promise<void>;
  /** Forgets what was loaded, because another process records now, or has recorded. It is loaded again with the next reading. */
  reset(): Promise<void>;
  /** Resolves when everything until now is recorded. */
  settled(): Promise<void>;
  /** Saves the open slot, and records nothing any more. */
  stop(): Promise<void>;
}

/** An open slot is saved at least this often, with time to spare for saving: a crash loses at most five minutes of it. */
const SAVE_MS = 4 * 60_000;

/** After a restart, readings of this time before the last one tell how far apart they usually are. */
const RECENT_MS = 2 * DAY_MS;

export function createRecorder(parts: {
  store: HistoryStore;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Puts an empty store in the place of a damaged one; null: it is not replaced. */
  replaceStore: (() => Promise<void>) | null;
}): Recorder {
  const { store, clock, log, replaceStore } = parts;
  let known: Observation | null = null;
  /** The end of the last reading that was recorded to its end. */
  let recordedUntil: number | null = null;
  let isLoaded = false;
  /** Whether the store is known to be damaged: it is replaced before anything is loaded. */
  let isBroken = false;
  let openSlot = createOpenSlot(store, null);
  /** The last slots of the fleet, the oldest first. */
  let fleet: readonly FleetSlot[] = [];
  /** How often `clampTo` has corrected the store. */
  let clamps = 0;
  let problem: ReturnType<Recorder['problem']> = null;
  let canPack = true;
  let next: Snapshot | null = null;
  let working: Promise<void> = Promise.resolve();
  let cancelSave: (() => void) | null = null;
  let isStopped = false;

  async function load(): Promise<void> {
    if (isBroken) await replace();
    const { recorded, slots } = await readStored().catch(async (error: unknown) => {
      if (!markIfDamaged(error)) throw error;
      await replace();
      return readStored();
    });
    // The ends of later changes come after those of a reading that was not recorded to its end.
    known = recorded && {
      at: recorded.at,
      until: Math.max(recorded.until, recorded.changedUntil ?? 0),
      completeAt: recorded.completeAt,
      isComplete: false,
      monitors: recorded.monitors,
    };
    recordedUntil = recorded?.until ?? null;
    openSlot = createOpenSlot(store, recorded);
    fleet = slots;
    isLoaded = true;
  }

  async function readStored(): Promise<{ recorded: Recorded | null; slots: FleetSlot[] }> {
    const recorded = await store.load();
    const slots = recorded === null ? [] : await store.fleet(slotStart(recorded.at - RECENT_MS));
    return { recorded, slots: slots.slice(-SLOTS_NEAR) };
  }

  async function replace(): Promise<void> {
    await replaceStore?.();
    isBroken = false;
  }

  /** Marks the store for replacement if the error proves damage. @returns whether it did */
  function markIfDamaged(error: unknown): boolean {
    if (replaceStore === null || !isDamaged(error)) return false;
    [isBroken, isLoaded] = [true, false];
    return true;
  }

  async function record(snapshot: Snapshot): Promise<void> {
    if (!isLoaded) await load();
    if (known !== null && store.clampTo !== null && wasAhead(known.at, snapshot)) {
      await store.clampTo(snapshot.asOf - 1);
      clamps += 1;
      log.warn({}, 'the clock was ahead; observations with later times were moved to the present');
      await load();
    }
    // A clock that was set back must not disturb the order, and each reading has a time of its own.
    const at = Math.max(snapshot.beganAt ?? snapshot.asOf, known?.at ?? 0);
    const until = Math.max(at, snapshot.asOf, snapshot.readUntil ?? 0, (known?.until ?? 0) + 1);
    const isAfterGap = fleet.length === 0 || presentGap(fleet, SLOT_MS, at) !== null;
    await openSlot.begin(slotStart(at), isAfterGap);
    const read = await recordReading({ store, openSlot }, known, snapshot, { at, until });
    const slot = addToFleet(fleet.at(-1) ?? null, at, read.counts);
    await store.finish({ at, until, completeAt: read.known.completeAt, fleet: slot });
    [known, recordedUntil] = [read.known, until];
    fleet = [...fleet.filter((one) => one.at < slot.at), slot].slice(-SLOTS_NEAR);
    openSlot.show();
    cancelSave ??= clock.after(SAVE_MS, () => {
      cancelSave = null;
      void queued(saveOpenSlot);
      packPast();
    });
  }

  /**
   * Packs days that are over a part at a time, so that no reading waits for long, nor does `stop`. Whether that succeeds says
   * nothing of whether readings can be recorded.
   */
  function packPast(): void {
    working = working.then(async () => {
      if (isStopped || known === null) return;
      try {
        if (await store.packPast?.(known.at)) packPast();
        canPack = true;
      } catch (error) {
        markIfDamaged(error);
        if (canPack) log.warn({ err: error }, 'past days of the history cannot be packed');
        canPack = false;
      }
    });
  }

  async function saveOpenSlot(): Promise<void> {
    cancelSave?.();
    cancelSave = null;
    await openSlot.save();
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
        markIfDamaged(error);
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
      const isConflict = error instanceof RefusedWriteError && error.reason === 'conflict';
      if (!isConflict && !markIfDamaged(error)) throw error;
      // What is stored is not what was loaded, for example because Redis has lost its data, or the file is damaged.
      isLoaded = false;
      await record(snapshot);
    }
  }

  function drop(): void {
    [isLoaded, known, recordedUntil, fleet, problem] = [false, null, null, [], null];
    openSlot = createOpenSlot(store, null);
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
        for (const snapshot of snapshots) {
          if (isStopped) return;
          await record(snapshot);
        }
      }),
    problem: () => problem,
    recordedAt: () => recordedUntil,
    epoch: () => String(clamps),
    openSlot: (uuid) => openSlot.of(uuid),
    load: () =>
      queued(async () => {
        if (!isLoaded) await load();
      }),
    replaceDamaged() {
      [isBroken, isLoaded] = [true, false];
      return queued(async () => {
        if (!isLoaded) await load();
      });
    },
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

/**
 * Whether the clock was ahead when a reading was recorded, and is right now. Upstream's checks tell, because otherwise it could as
 * well be behind now: most of the recent ones must be near now, and few dated later, as single ones can be.
 */
function wasAhead(recordedAt: number, { asOf, monitors }: Snapshot): boolean {
  if (recordedAt - asOf <= CLOCKS_DIFFER_MS) return false;
  let [near, later] = [0, 0];
  for (const { last_check_at } of monitors) {
    const ahead = last_check_at === null ? Number.NEGATIVE_INFINITY : Date.parse(last_check_at) - asOf;
    if (ahead >= CLOCKS_DIFFER_MS) later += 1;
    else if (ahead > -CLOCKS_DIFFER_MS) near += 1;
  }
  return near > later;
}

function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreError) return error.problem;
  return isFailure(error) ? 'unreachable' : 'other';
}
