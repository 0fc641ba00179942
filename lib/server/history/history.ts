import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Timeline } from './availability.ts';
import {
  type Gap,
  gapsBetween,
  isGap,
  presentGap,
  readFleet,
  recentFleet,
  type StoredFleetSlot,
} from './fleet.ts';
import { eachPast, type Past, type PastTimes } from './pasts.ts';
import {
  type ChangePage,
  type ChangeQuery,
  findChanges,
  monitorsDown,
  outagesAfterUp,
  presentMaintenance,
} from './query-changes.ts';
import { createRecorder } from './recorder.ts';
import { addSlots, joinToLength, readSlots, SLOT_MS, type Slot, type SlotQuery, slotStart } from './slots.ts';

/** When the list was read, and the gaps in it. Times are epoch ms. */
export interface Watched {
  /** Null: nothing has been recorded. */
  from: number | null;
  until: number | null;
  gaps: readonly Gap[];
  /** How long everything is remembered, days; 0: nothing is recorded. */
  keptDays: number;
  /** Since when the history cannot be saved; null: it can. */
  notSavedSince: number | null;
}

/** A row of the list, with the time since which it was not read, epoch ms; null: the last crawl has read it. */
export interface ListedRow {
  monitor: InventoryMonitor;
  unreadSince: number | null;
}

export type HistoryStorage = Pick<Storage, 'engine' | 'read' | 'asLeader'>;

/** The recorded history. Its functions that read throw FailureError `storage_unreachable`, or StorageError. */
export type History = ReturnType<typeof createHistory>;

const MINUTE_MS = 60_000;

/** @param parts.days how long the history is kept; 0: nothing is recorded */
export function createHistory(parts: {
  storage: HistoryStorage;
  days: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}) {
  const { storage, days, clock, log } = parts;
  const { engine } = storage;
  const recorder = createRecorder({ storage, days, clock, log });

  async function read<T>(nothing: T, run: (db: Storage['db']) => Promise<T>): Promise<T> {
    if (days === 0) return nothing;
    return storage.read(run).catch((error: unknown) => {
      const problem = error instanceof StorageError ? error.problem : null;
      if (problem === 'unproven') return nothing;
      throw problem === 'unreachable' ? new FailureError({ code: 'storage_unreachable' }) : error;
    });
  }

  /** @param near the last slots of the fleet */
  async function watchedBetween(
    db: Storage['db'],
    near: readonly StoredFleetSlot[],
    since: number,
    until: number,
  ): Promise<Watched> {
    const gaps = await gapsBetween(db, since, until);
    const last = presentGap(near, clock.now());
    const isLastShown = last !== null && last.to > since && last.from < until;
    const first = db.selectFrom('fleet_slot').select('first_at').orderBy('at').limit(1);
    return {
      from: (await first.executeTakeFirst())?.first_at ?? null,
      until: recorder.last()?.until ?? null,
      gaps: isLastShown ? [...gaps, last] : gaps,
      keptDays: days,
      notSavedSince: recorder.failingSince(),
    };
  }

  /** Returns a row of the list as the last recorded crawl showed it; null: not known. */
  function lastRecorded(row: InventoryMonitor, until: number): InventoryMonitor | null {
    if (recorder.failingSince() !== null) return null;
    const seen = recorder.known()?.get(row.monitor_uuid);
    if (seen !== undefined) return seen.monitor;
    return row.changed_at !== null && Date.parse(row.changed_at) > until ? null : row;
  }

  /** Returns the arguments for reading the pasts of rows; null: nothing has been recorded. */
  async function askedOf(db: Storage['db'], rows: readonly ListedRow[], since: number) {
    const last = recorder.last();
    const near = await recentFleet(db);
    const { from: first, gaps } = await watchedBetween(db, near, since, Number.MAX_SAFE_INTEGER);
    if (last === null || first === null) return null;
    // The oldest slot may begin earlier than the oldest change that is kept.
    const from = Math.max(first, clock.now() - days * DAY_MS);
    // If nothing is read now, the last gap lasts until now.
    const until = Math.max(last.at, gaps.at(-1)?.to ?? 0);
    const isUnread = (time: number | null) => time !== null && isGap({ from: time, to: until }, near);
    const monitors = rows.map(({ monitor, unreadSince }) => ({
      uuid: monitor.monitor_uuid,
      present: lastRecorded(monitor, last.until),
      unreadSince: isUnread(unreadSince) ? unreadSince : null,
    }));
    return { monitors, watched: { from, until, gaps } };
  }

  return {
    ...recorder,
    /** Differs after each recorded crawl, when recording begins to fail or succeeds again, and each minute while nothing is recorded. */
    version(): string {
      if (days === 0) return '';
      const now = clock.now();
      const last = recorder.last();
      // A gap that lasts until now begins later than this (`presentGap`).
      const isOverdue = last !== null && now - last.until > SLOT_MS / 2;
      const minute = isOverdue ? Math.floor(now / MINUTE_MS) : '';
      return `${last?.version ?? 0} ${minute} ${recorder.failingSince() ?? ''}`;
    },
    /** Returns when the list was read in a range. The last gap lasts until now if there was no crawl since it began. */
    watched: (since: number, until: number) =>
      read(notWatched, async (db) => watchedBetween(db, await recentFleet(db), since, until)),
    changes: (query: ChangeQuery) =>
      read<ChangePage>({ changes: [], next: null }, (db) => findChanges({ db, engine }, query)),
    /** Returns the slots of a monitor, the oldest first, up to the last crawl; null: the monitor is not stored. */
    slots: (uuid: string, query: SlotQuery) =>
      read<(Slot & { at: number })[] | null>(null, async (db) => {
        // With PostgreSQL the open slot is left out: only the leader has it, and all replicas must answer alike.
        const { at = 0, slots } = (engine === 'sqlite' ? recorder.openSlot() : null) ?? {};
        const slot = slots?.get(uuid);
        const { since, until, length } = query;
        if (slot === undefined || at >= until || slotStart(at, length) < since) {
          return readSlots(db, uuid, query);
        }
        const stored = (await readSlots(db, uuid, { ...query, until: at })) ?? [];
        return joinToLength([...stored, { ...slot, at }], length, addSlots);
      }),
    /** Returns the pasts of rows of the list, by UUID; empty if nothing has been recorded. */
    pasts: (rows: readonly ListedRow[], times: PastTimes) =>
      read(new Map<string, Past>(), async (db) => {
        const pasts = new Map<string, Past>();
        const asked = await askedOf(db, rows, times.since);
        if (asked === null) return pasts;
        await eachPast(db, asked.monitors, times, asked.watched, (uuid, past) => pasts.set(uuid, past));
        if (engine !== 'sqlite') return pasts;
        const { at = 0, slots } = recorder.openSlot() ?? {};
        for (const [uuid, { seen }] of pasts) {
          const slot = slots?.get(uuid);
          if (slot !== undefined) seen.set(at, slot.seen);
        }
        return pasts;
      }),
    /**
     * Calls a function with the timeline of each row.
     *
     * @param since epoch ms
     * @returns the end of the timelines, epoch ms; null: nothing has been recorded
     */
    timelines: (
      rows: readonly ListedRow[],
      since: number,
      visit: (uuid: string, timeline: Timeline) => void,
    ) =>
      read<number | null>(null, async (db) => {
        const asked = await askedOf(db, rows, since);
        if (asked === null) return null;
        const times = { since, slots: [] };
        await eachPast(db, asked.monitors, times, asked.watched, (uuid, { timeline }) =>
          visit(uuid, timeline),
        );
        return asked.watched.until;
      }),
    maintenance: () => read(new Map(), presentMaintenance),
    outagesAfterUp: () => read<string[]>([], outagesAfterUp),
    wentDown: (since: number, until: number) => read<string[]>([], (db) => monitorsDown(db, since, until)),
    /** The slots of the fleet, the oldest first. */
    fleet: (query: SlotQuery) => read<StoredFleetSlot[]>([], (db) => readFleet(db, query)),
  };
}

const notWatched: Watched = { from: null, until: null, gaps: [], keptDays: 0, notSavedSince: null };
