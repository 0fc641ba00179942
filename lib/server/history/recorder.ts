import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { toStorageError } from '../storage/storage-error.ts';
import {
  loadState,
  type RecordedCrawl,
  type RecorderState,
  readCrawl,
  recordCrawl,
  type SaveWithCrawl,
} from './record-crawl.ts';
import { prune, rollUp } from './retention.ts';
import { clockErrorOf, saveSlots } from './slots.ts';

/** How often the open slot is saved. A crash loses at most five minutes of it, with the time that saving takes. */
const SAVE_MS = 4 * 60_000;
/** How often old slots are joined to longer ones, and expired rows are deleted. */
const TIDY_MS = 3_600_000;

/**
 * Records the crawls in the history, one at a time.
 *
 * @param parts.days how long the history is kept; 0: only what `save` stores with a crawl is stored
 */
export function createRecorder(parts: {
  storage: Pick<Storage, 'read' | 'asLeader'>;
  days: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}) {
  const { storage, days, clock, log } = parts;
  const { asLeader } = storage;
  const what = days === 0 ? 'list' : 'history';
  /** Null: not loaded. */
  let state: RecorderState | null = null;
  /** The last recorded snapshot, and the later ones that may have been stored. */
  let snapshots: Snapshot[] = [];
  /** The last recorded crawl, also of another replica. */
  let crawl: RecordedCrawl | null = null;
  let failingSince: number | null = null;
  let working: Promise<unknown> = Promise.resolve();
  let isSlotSaved = true;
  let cancelTimer = () => {};
  /** When old rows were last deleted, else the last crawl before this process led, else its start; epoch ms. */
  let tidiedAt = clock.now();
  /** Whether the clock and the API's agreed at the last crawl that this process recorded. */
  let doClocksAgree = false;
  let isStopped = false;

  /** Runs a task that uses the tables after all earlier tasks. @returns whether it succeeded */
  function queued(run: () => Promise<void>): Promise<boolean> {
    const running = working.then(async () => {
      try {
        await run();
        if (failingSince !== null) log.info({}, `the ${what} is recorded again`);
        failingSince = null;
        return true;
      } catch (error) {
        // The state is loaded again, because the failed task may have stored something.
        state = null;
        const { problem } = toStorageError(error);
        if (failingSince === null) log.warn({ problem, err: error }, `the ${what} cannot be recorded`);
        failingSince ??= clock.now();
        return false;
      }
    });
    working = running;
    return running;
  }

  async function load(): Promise<RecorderState> {
    if (state !== null) return state;
    state = await storage.read((db) => loadState(db, snapshots));
    snapshots = state.snapshot ? [state.snapshot] : [];
    crawl = state.crawl ?? crawl;
    return state;
  }

  async function record(snapshot: Snapshot, save: SaveWithCrawl = async () => {}): Promise<void> {
    if (days === 0) return asLeader(save);
    const before = await load();
    doClocksAgree = clockErrorOf(snapshot) === 0;
    snapshots.push(snapshot);
    state = await recordCrawl(asLeader, before, snapshot, save);
    snapshots = [snapshot];
    crawl = state.crawl;
    isSlotSaved = false;
  }

  async function saveOpenSlot(): Promise<void> {
    if (state === null || isSlotSaved) return;
    await saveSlots(asLeader, state.openSlot.at, state.openSlot.slots);
    isSlotSaved = true;
  }

  /** Clears the state. @param previous the snapshot with which the next crawl is compared; null: there is none */
  function reset(previous: Snapshot | null): void {
    [state, snapshots, failingSince] = [null, previous ? [previous] : [], null];
    cancelTimer();
  }

  async function tidy(): Promise<void> {
    // Nothing is deleted by a time that only one clock supports, and nothing without crawls.
    if (crawl === null || !doClocksAgree || Math.abs(crawl.at - tidiedAt) < TIDY_MS) return;
    // The time advances by at most two hours a run, so that a clock that is ahead only once does not delete everything.
    const now = Math.min(crawl.at, tidiedAt + 2 * TIDY_MS);
    tidiedAt = crawl.at;
    await rollUp(asLeader, now);
    await prune(asLeader, now - days * DAY_MS);
    crawl = await storage.read(readCrawl);
  }

  function saveAndTidyRegularly(): void {
    cancelTimer = clock.after(SAVE_MS, () => {
      void queued(saveOpenSlot);
      void queued(tidy);
      saveAndTidyRegularly();
    });
  }

  return {
    /**
     * Starts to record in the process that leads.
     *
     * @param previous the stored snapshot, with which the next crawl is compared; null: there is none
     * @param past returns the past crawls of demo data. They are recorded first if nothing is stored
     * @returns `previous`, or the last of these past crawls
     */
    async lead(
      previous: Snapshot | null,
      past: () => Iterable<Snapshot> = () => [],
    ): Promise<Snapshot | null> {
      if (days === 0) return previous ?? [...past()].at(-1) ?? null;
      let last = previous;
      await queued(async () => {
        reset(previous);
        const before = await load();
        if (previous !== null || before.crawl !== null) return;
        for (const snapshot of past()) {
          if (isStopped) return;
          await record(snapshot);
          last = snapshot;
        }
      });
      tidiedAt = crawl?.at ?? tidiedAt;
      if (!isStopped) saveAndTidyRegularly();
      return last;
    },
    /** Another replica leads. */
    follow: () => void queued(async () => reset(null)),
    /**
     * Records a crawl after all earlier ones. Only the process that leads calls it.
     *
     * @param save stores the snapshot in the same transaction, so that the list and the history always show the same crawl
     * @returns whether both could be stored; it never throws
     */
    record: (snapshot: Snapshot, save?: SaveWithCrawl) => queued(() => record(snapshot, save)),
    /** Reads which crawl another replica has recorded. @throws StorageError */
    async reload() {
      crawl = await storage.read(readCrawl);
    },
    /** The last recorded crawl; null: none. */
    last: () => crawl,
    /** The slot that is being filled, which is saved every few minutes; null: none, or another replica has it. */
    openSlot: () => state?.openSlot ?? null,
    /** The monitors as the last recorded crawl showed them, by UUID; null: only another replica knows them. */
    known: () => state?.known?.monitors ?? null,
    /** Since when recording fails, epoch ms; null: it does not. */
    failingSince: () => failingSince,
    /** Saves the open slot and stops recording. */
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await queued(saveOpenSlot);
      cancelTimer();
    },
  };
}
