import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/history-days.ts';
import type { Clock } from '../clock.ts';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import { type FleetSlot, type Gap, presentGap } from './fleet.ts';
import type { ChangeQuery, HistoryStore, RecordedReading, StoredChange } from './history-store.ts';
import { createRecorder, type SaveWithReading } from './recorder.ts';
import { addSlots, SLOT_MS, type Slot, slotStart } from './slot.ts';
import type { SlotQuery } from './slot-lengths.ts';

/** What is known of the times with and without readings. Times are epoch ms. */
export interface Watched {
  /** Null: nothing has been recorded. */
  from: number | null;
  until: number | null;
  gaps: readonly Gap[];
  /** How long everything is remembered, days; 0: nothing is recorded. */
  keptDays: number;
  /** Since when it cannot be saved; null: it can. */
  notSavedSince: number | null;
}

/** What Sightline has observed. The functions that read throw StorageError. */
export interface History {
  /**
   * Begins to record, as the process that leads.
   *
   * @param previous the stored snapshot, with which the next reading is compared; null: there is none
   * @param past returns readings of demo data that are recorded first, if there is no snapshot, and nothing has been recorded
   * @returns `previous`, or the last reading of that past, from which the list goes on
   */
  lead(previous: Snapshot | null, past?: () => Iterable<Snapshot>): Promise<Snapshot | null>;
  /** Another replica leads. */
  follow(): void;
  /**
   * Records a reading; only the process that leads does.
   *
   * @param save stores the snapshot in the same transaction, so that the list and the history are always of one reading
   * @returns whether they could be stored; it never throws
   */
  record(snapshot: Snapshot, save?: SaveWithReading): Promise<boolean>;
  /** Looks what another replica has recorded. */
  reload(): Promise<void>;
  /** Changes with each recorded reading, when recording fails and goes on, and by the minute while nothing is recorded. */
  version(): string;
  /**
   * The last gap lasts until now, to the minute, if there was no reading since.
   *
   * @param since, until only gaps between them
   */
  watched(since: number, until: number): Promise<Watched>;
  changes(query: ChangeQuery): Promise<{ changes: StoredChange[]; next: number | null }>;
  /** The slots of a monitor, the oldest first, up to the last reading; null for one that is not remembered. */
  slots(uuid: string, query: SlotQuery): Promise<{ at: number; slot: Slot }[] | null>;
  fleet(query: SlotQuery): Promise<FleetSlot[]>;
  /** Saves what is not saved yet, and records nothing any more. */
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** How often old slots are made longer, and what is too old is deleted. */
const TIDY_MS = 3_600_000;

/**
 * @param parts.isShared whether replicas read the same store: then all give the same answers
 * @param parts.days how long everything is remembered
 */
export function createHistory(parts: {
  store: HistoryStore;
  isShared: boolean;
  days: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}): History {
  const { store, isShared, days, clock, log } = parts;
  const startedAt = clock.now();
  let recorded: RecordedReading | null = null;
  const recorder = createRecorder({
    store,
    clock,
    log,
    onRecorded(reading) {
      recorded = reading;
    },
  });
  let cancelTidy = () => {};
  /** The time of the last tidying, or of the last reading before this process led; epoch ms. */
  let tidiedAt: number | null = null;

  /** At most two hours more than at the last run, so that a clock that is ahead only once does not delete everything. */
  async function tidy(): Promise<void> {
    const now = Math.min(clock.now(), (tidiedAt ?? startedAt) + 2 * TIDY_MS);
    tidiedAt = clock.now();
    await recorder.between(async () => {
      await store.rollUp(now);
      await store.forget(now - days * DAY_MS);
      recorded = await store.reading();
    });
  }

  function tidyRegularly(): void {
    cancelTidy = clock.after(TIDY_MS, () => void tidy().then(tidyRegularly));
  }

  return {
    async lead(previous, past) {
      await recorder.lead(previous);
      tidiedAt = recorded?.at ?? null;
      cancelTidy();
      tidyRegularly();
      return previous ?? (past ? recorder.recordPast(past()) : null);
    },
    follow() {
      cancelTidy();
      recorder.follow();
    },
    record: recorder.record,
    async reload() {
      recorded = await store.reading();
    },
    version() {
      const now = clock.now();
      // A gap that lasts until now begins later than this (`presentGap`).
      const isOverdue = recorded !== null && now - recorded.until > SLOT_MS / 2;
      const problemSince = recorder.problem()?.since;
      return [
        recorded?.version ?? 0,
        ...(isOverdue ? [Math.floor(now / MINUTE_MS)] : []),
        ...(problemSince === undefined ? [] : [`not saved since ${problemSince}`]),
      ].join(' ');
    },
    async watched(since, until) {
      const last = presentGap(await store.recentFleet(), SLOT_MS, clock.now());
      const isShown = last !== null && last.to > since && last.from < until;
      const gaps = await store.gaps(since, until);
      return {
        from: await store.observedFrom(),
        until: recorded?.until ?? null,
        gaps: isShown ? [...gaps, last] : gaps,
        keptDays: days,
        notSavedSince: recorder.problem()?.since ?? null,
      };
    },
    changes: store.changes,
    async slots(uuid, query) {
      const open = isShared ? null : recorder.openSlot(uuid);
      if (open === null || open.at >= query.until) return store.slots(uuid, query);
      const stored = await store.slots(uuid, { ...query, until: open.at });
      const at = slotStart(open.at, query.length);
      if (at < query.since) return stored;
      const slots = stored ?? [];
      const last = slots.at(-1);
      return last?.at === at
        ? [...slots.slice(0, -1), { at, slot: addSlots(last.slot, open.slot) }]
        : [...slots, { at, slot: open.slot }];
    },
    fleet: store.fleet,
    async stop() {
      cancelTidy();
      await recorder.stop();
    },
  };
}
