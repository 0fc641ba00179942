import 'server-only';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import { type StorageProblem, toStorageError } from '../storage/problem.ts';
import { compareReading, observationOf } from './compare-reading.ts';
import { addToFleet, type FleetSlot, presentGap, SLOTS_NEAR } from './fleet.ts';
import type { HistoryStore, RecordedReading } from './history-store.ts';
import type { Observation } from './observation.ts';
import { createOpenSlot, type OpenSlot } from './open-slot.ts';
import { CLOCKS_DIFFER_MS, SLOT_MS, slotStart } from './slot.ts';

/** Stores what must be stored together with a reading. */
export type SaveWithReading = (trx: Transaction<Tables>) => Promise<void>;

/** Records what the readings of the list show, one at a time. */
export interface Recorder {
  /** Begins to record after a stored snapshot; null: there is none. */
  lead(previous: Snapshot | null): Promise<unknown>;
  /** Another replica records: what is known is dropped. */
  follow(): void;
  /** Records a reading after all before it. @returns whether it, and what goes with it, could be stored */
  record(snapshot: Snapshot, save?: SaveWithReading): Promise<boolean>;
  /**
   * Records readings one after the other, before any that is passed later, if nothing has been recorded.
   *
   * @returns the last one; null: none was recorded
   */
  recordPast(snapshots: Iterable<Snapshot>): Promise<Snapshot | null>;
  /** Why nothing can be recorded, and since when (epoch ms); null while it can. */
  problem(): { problem: StorageProblem; since: number } | null;
  /** The slot of a monitor that is still being recorded, of which the store knows what was saved last; null: none. */
  openSlot: OpenSlot['of'];
  /** Runs what writes to the store when nothing is being recorded. */
  between(run: () => Promise<void>): Promise<unknown>;
  /** Saves the open slot, and records nothing any more. */
  stop(): Promise<void>;
}

/** An open slot is saved at least this often, with time to spare for saving: a crash loses at most five minutes of it. */
const SAVE_MS = 4 * 60_000;

/** What is known after the last recorded reading. */
interface State {
  known: Observation | null;
  recorded: RecordedReading | null;
  openSlot: OpenSlot;
  /** The last slots of the fleet, the oldest first. */
  fleet: readonly FleetSlot[];
}

/** @param parts.onRecorded receives each reading that was recorded, also those before this process led */
export function createRecorder(parts: {
  store: HistoryStore;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
  onRecorded: (reading: RecordedReading) => void;
}): Recorder {
  const { store, clock, log, onRecorded } = parts;
  /** Null: not loaded. */
  let state: State | null = null;
  /** The last snapshots: one of them is the last recorded reading, as far as known. */
  let base: { recorded: Snapshot | null; perhaps: Snapshot | null } = { recorded: null, perhaps: null };
  let problem: ReturnType<Recorder['problem']> = null;
  let working: Promise<unknown> = Promise.resolve();
  let cancelSave: (() => void) | null = null;
  let isStopped = false;

  async function load(): Promise<State> {
    if (state !== null) return state;
    const recorded = await store.reading();
    // The database may have stored a reading although its answer was lost.
    if (base.perhaps !== null && base.perhaps.id === recorded?.snapshot) base.recorded = base.perhaps;
    const last = base.recorded;
    const at = recorded && slotStart(recorded.at);
    const open = at === null ? null : { at, slots: await store.slotsAt(at) };
    if (recorded !== null) onRecorded(recorded);
    state = {
      known: last && observationOf(last, recorded),
      recorded,
      openSlot: createOpenSlot(store, open, last?.monitors ?? []),
      fleet: await store.recentFleet(),
    };
    return state;
  }

  async function record(snapshot: Snapshot, save?: SaveWithReading): Promise<void> {
    let { known, recorded, openSlot, fleet } = await load();
    if (recorded !== null && wasAhead(recorded.at, snapshot)) {
      await store.clampTo(snapshot.asOf - 1);
      log.warn({}, 'the clock was ahead; observations with later times were moved to the present');
      state = null;
      ({ known, recorded, openSlot, fleet } = await load());
    }
    // A clock that was set back must not disturb the order, and each reading has a time of its own.
    const at = Math.max(snapshot.beganAt ?? snapshot.asOf, known?.at ?? 0, recorded?.at ?? 0);
    const lastUntil = known?.until ?? recorded?.until ?? 0;
    const until = Math.max(at, snapshot.asOf, snapshot.readUntil ?? 0, lastUntil + 1);
    const gap = presentGap(fleet, SLOT_MS, at);
    await openSlot.begin(slotStart(at), fleet.length === 0 || gap !== null);
    const read = await compareReading(snapshot, known, { at, until }, openSlot);
    const slot = addToFleet(fleet.at(-1) ?? null, at, read.counts);
    base.perhaps = snapshot;
    const stored = await store.record(
      {
        ...{ at, until, completeAt: read.known.completeAt, snapshot: snapshot.id, changes: read.changes },
        slots: openSlot.including(new Set(read.changes.map(({ monitor }) => monitor.monitor_uuid))),
        ...{ fleet: slot, gap: gap && { from: gap.from, to: at } },
      },
      save,
    );
    openSlot.end(true);
    base = { recorded: snapshot, perhaps: null };
    fleet = [...fleet.filter((one) => one.at < slot.at), slot].slice(-SLOTS_NEAR);
    state = { known: read.known, recorded: stored, openSlot, fleet };
    onRecorded(stored);
    cancelSave ??= clock.after(SAVE_MS, () => void queued(saveOpenSlot));
  }

  async function saveOpenSlot(): Promise<void> {
    cancelSave?.();
    cancelSave = null;
    await state?.openSlot.save();
  }

  /** Runs what uses the store after everything before it. @returns whether it succeeded */
  function queued(run: () => Promise<void>): Promise<boolean> {
    const running = working.then(async () => {
      try {
        await run();
        if (problem !== null) log.info({}, 'the history is recorded again');
        problem = null;
        return true;
      } catch (error) {
        state?.openSlot.end(false);
        // The next reading is compared with what was stored.
        state = null;
        const reason = toStorageError(error).problem;
        if (problem === null) log.warn({ problem: reason, err: error }, 'the history cannot be recorded');
        problem = { problem: reason, since: problem?.since ?? clock.now() };
        return false;
      }
    });
    working = running;
    return running;
  }

  function drop(previous: Snapshot | null): void {
    [state, base, problem] = [null, { recorded: previous, perhaps: null }, null];
    cancelSave?.();
    cancelSave = null;
  }

  return {
    lead: (previous) =>
      queued(async () => {
        drop(previous);
        await load();
      }),
    follow: () => void queued(async () => drop(null)),
    record: (snapshot, save) => queued(() => record(snapshot, save)),
    async recordPast(snapshots) {
      let last: Snapshot | null = null;
      await queued(async () => {
        if ((await load()).recorded !== null) return;
        for (const snapshot of snapshots) {
          if (isStopped) return;
          await record(snapshot);
          last = snapshot;
        }
      });
      return last;
    },
    problem: () => problem,
    openSlot: (uuid) => state?.openSlot.of(uuid) ?? null,
    between: queued,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await queued(saveOpenSlot);
      cancelSave?.();
    },
  };
}

/** Whether the clock was ahead when a reading was recorded, and is right now, compared with upstream's. */
function wasAhead(recordedAt: number, { asOf, clockAhead = 0 }: Snapshot): boolean {
  return recordedAt - asOf > CLOCKS_DIFFER_MS && Math.abs(clockAhead) < CLOCKS_DIFFER_MS;
}
