import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/history-days.ts';
import type { Clock } from '../clock.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { Lease } from '../shared/leadership.ts';
import { isDamaged } from '../store/sqlite-problem.ts';
import type { StoreProblem } from '../store/store.ts';
import { type FleetSlot, gapsIn } from './fleet.ts';
import { createFleetCache } from './fleet-cache.ts';
import type { ChangeQuery, HistoryStore, StoredChange } from './history-store.ts';
import { createRecorder } from './recorder.ts';
import { SLOT_MS, type Slot } from './slot.ts';

/** What is known of the times with and without readings. Times are epoch ms. */
export interface Watched {
  /** Null: nothing has been recorded. */
  from: number | null;
  until: number | null;
  gaps: readonly { from: number; to: number }[];
  /** How long everything is remembered, days; 0: nothing is recorded. */
  keptDays: number;
  /** Since when it cannot be saved; null: it can. */
  notSavedSince: number | null;
}

/** Whether the history is stored. */
export interface HistoryStatus {
  /** Why it is not, and since when (epoch ms); null: it is. */
  problem: { problem: StoreProblem; since: number } | null;
  /** Whether the file was found unusable, at the start or later, and has been renamed. */
  setAside: boolean;
  /** Whether the oldest days were forgotten to stay within the size, although they should be remembered. */
  isShortened: boolean;
}

/** What Sightline has observed. The functions that read throw StoreError. */
export interface History {
  record(snapshot: Snapshot): void;
  status(): HistoryStatus;
  /** Changes with each recorded reading, when recording fails and goes on, and by the minute while nothing is recorded. */
  version(): string;
  /**
   * The last gap lasts until now, to the minute, if there was no reading since.
   *
   * @param since, until only gaps between them
   */
  watched(since: number, until: number): Promise<Watched>;
  changes(query: ChangeQuery): Promise<{ changes: StoredChange[]; next: number | null }>;
  /** The slots of a monitor since a time, the oldest first, up to the last reading; null for one that is not remembered. */
  slots(uuid: string, since: number): Promise<{ at: number; slot: Slot }[] | null>;
  fleet(since: number, until: number): Promise<readonly FleetSlot[]>;
  /** @param past returns readings of demo data that are recorded first, if nothing has been recorded */
  start(past?: () => Iterable<Snapshot>): Promise<void>;
  /** Goes on from a stored history, before anything is recorded. @param move puts it into place while no file is open */
  continueWith(move: () => void): Promise<void>;
  /** Saves what is not saved yet, and records nothing any more. */
  stopRecording(): Promise<void>;
  stop(): Promise<void>;
}

/** A store that can be replaced when it is damaged. */
interface Replacement {
  /** Sets the store aside and begins a new one. */
  startAnew(): Promise<void>;
  /** Whether the store was replaced since it was opened. */
  wasReplaced(): boolean;
  /** Goes on with another store. @param move puts it into place while none is open */
  continueWith(move: () => void): void;
}

/** A history that replicas share: the leader records, and the others follow what it has recorded. */
export interface SharedRecording {
  lease: Lease;
  /**
   * The last recorded reading of any replica, epoch ms, and a text that differs from that of all others; null: none. `epoch`
   * differs when another replica records.
   */
  recorded(): { at: number; version: string; epoch: string } | null;
  /** Why nothing can be recorded or read, and since when (epoch ms); null: it can. */
  problem(): HistoryStatus['problem'];
}

const UNUSABLE = 'the history was unusable; it was renamed and a new one begun';

const MINUTE_MS = 60_000;

/** How often what is too old is forgotten. */
const FORGET_MS = 3_600_000;

/**
 * @param parts.days how long everything is remembered
 * @param parts.maxBytes maximum size of the store: if it is exceeded, less is remembered
 */
export function createHistory(parts: {
  store: HistoryStore;
  /** Null: the store is not replaced. */
  replacement: Replacement | null;
  /** Null: no other process records. */
  shared: SharedRecording | null;
  /** Why what is stored does not survive a restart; null: it does. */
  problem: StoreProblem | null;
  setAside: boolean;
  days: number;
  maxBytes: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}): History {
  const { store, replacement, shared, problem, setAside, days, maxBytes, clock, log } = parts;
  const startedAt = clock.now();
  const wasReplaced = () => setAside || replacement?.wasReplaced() === true;
  if (wasReplaced()) log.warn({}, UNUSABLE);
  const recorder = createRecorder({
    store,
    clock,
    log,
    replaceStore:
      replacement &&
      (async () => {
        await replacement.startAnew();
        log.warn({}, UNUSABLE);
      }),
  });
  let cancelForget = () => {};
  /**
   * When this process last forgot what was too old; before that, when something was recorded last before its own readings. Epoch
   * ms; null: neither is known.
   */
  let lastForgetAt: number | null = null;
  /** How often this process has forgotten what was too old. */
  let forgotten = 0;
  const fleetCache = createFleetCache((since, limit) => read(() => store.fleet(since, limit)));
  const mayRecord = () => shared === null || shared.lease.term() !== null;
  const recordedAt = () => (shared ? (shared.recorded()?.at ?? null) : recorder.recordedAt());
  const recordedVersion = () => (shared ? (shared.recorded()?.version ?? '') : String(recorder.recordedAt()));

  function version(): string {
    const [now, until] = [clock.now(), recordedAt()];
    // A gap that lasts until now begins later than this (`gapsIn`).
    const isOverdue = until !== null && now - until > SLOT_MS / 2;
    const problemSince = currentProblem()?.since;
    return [
      recordedVersion(),
      ...(isOverdue ? [Math.floor(now / MINUTE_MS)] : []),
      ...(problemSince === undefined ? [] : [`not saved since ${problemSince}`]),
    ].join(' ');
  }

  /** Reads from the store. If that is found damaged, it is replaced, and the rest is read from the new one. */
  async function read<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (replacement === null || !isDamaged(error)) throw error;
      await recorder.replaceDamaged();
      return run();
    }
  }

  const allSlots = () =>
    fleetCache({
      version: `${recordedVersion()} ${forgotten}`,
      epoch: shared?.recorded()?.epoch ?? recorder.epoch(),
    });

  /** Forgets what is too old, and then whole days until the rest is small enough. */
  async function forget(): Promise<void> {
    if (!mayRecord()) return;
    try {
      const last = lastForgetAt ?? recordedAt() ?? startedAt;
      // At most two hours more than at the last run, so that a clock that is ahead only once does not delete everything.
      const now = Math.min(clock.now(), last + 2 * FORGET_MS);
      lastForgetAt = clock.now();
      await store.forget(now - days * DAY_MS);
      let kept = days;
      for (; kept > 1 && (await store.size()) > maxBytes; kept -= 1) {
        await store.forget(now - (kept - 1) * DAY_MS, true);
      }
      if (kept < days) log.warn({}, 'the history exceeds its maximum size, its oldest days were forgotten');
      if ((await store.size()) > maxBytes) {
        log.warn({}, 'the history exceeds its maximum size although it is not longer than a day');
      }
    } catch (error) {
      if (replacement !== null && isDamaged(error)) await recorder.replaceDamaged();
      log.warn({ err: error }, 'what is too old could not be removed from the history');
    }
    forgotten += 1;
  }

  function forgetRegularly(): void {
    cancelForget = clock.after(FORGET_MS, () => void forget().then(forgetRegularly));
  }

  function currentProblem(): HistoryStatus['problem'] {
    if (problem !== null) return { problem, since: startedAt };
    return shared?.problem() ?? recorder.problem();
  }

  return {
    record(snapshot) {
      if (!mayRecord()) return;
      // Before it becomes the time of this process's own readings, whose clock may be ahead.
      lastForgetAt ??= recordedAt();
      recorder.record(snapshot);
    },
    status: () => ({
      problem: currentProblem(),
      setAside: wasReplaced(),
      isShortened: store.shortenedTo() !== null,
    }),
    version,
    async watched(since, until) {
      const slots = await allSlots();
      const gaps = gapsIn(slots, SLOT_MS, clock.now()).filter(({ from, to }) => to > since && from < until);
      return {
        from: slots[0]?.firstAt ?? null,
        until: recordedAt(),
        gaps,
        keptDays: days,
        notSavedSince: currentProblem()?.since ?? null,
      };
    },
    changes: (query) => read(() => store.changes(query)),
    async slots(uuid, since) {
      const stored = await read(() => store.slots(uuid, since));
      // Only the leader knows the slot that it is filling, and all replicas give the same answer.
      const open = shared === null ? recorder.openSlot(uuid) : null;
      if (open === null || open.at < since) return stored;
      return [...(stored ?? []).filter(({ at }) => at < open.at), open];
    },
    async fleet(since, until) {
      return (await allSlots()).filter(({ at }) => at + SLOT_MS > since && at < until);
    },
    async start(past = () => []) {
      forgetRegularly();
      if (shared === null) {
        await recorder.load();
        void recorder.recordPast(past());
        return;
      }
      shared.lease.onChange(() => {
        // Another replica has recorded since this one has, or records now.
        void recorder.reset();
        if (mayRecord()) void recorder.recordPast(past());
      });
    },
    async continueWith(move) {
      await recorder.settled();
      replacement?.continueWith(move);
      await recorder.reset();
      await recorder.load();
    },
    stopRecording: recorder.stop,
    async stop() {
      cancelForget();
      await recorder.stop();
      await store.close();
    },
  };
}

/** The history of a process that keeps none. */
export const noHistory: History = {
  record: () => {},
  status: () => ({ problem: null, setAside: false, isShortened: false }),
  version: () => '',
  watched: async () => ({ from: null, until: null, gaps: [], keptDays: 0, notSavedSince: null }),
  changes: async () => ({ changes: [], next: null }),
  slots: async () => null,
  fleet: async () => [],
  start: async () => {},
  continueWith: async (move) => move(),
  stopRecording: async () => {},
  stop: async () => {},
};
