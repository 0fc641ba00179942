import 'server-only';
import type { Transaction } from 'kysely';
import type { ChangeKind, Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Database, LeaderTransaction, Tables } from '../storage/database.ts';
import { toStorageError } from '../storage/problem.ts';
import { appendChanges } from './append-changes.ts';
import { clampTo } from './clamp-to.ts';
import { findChanges } from './find-changes.ts';
import type { FleetSlot, Gap } from './fleet.ts';
import { readFleet, recentFleet, writeFleet } from './fleet-slots.ts';
import { forget } from './forget.ts';
import { inTurns } from './in-turns.ts';
import type { ObservedChange } from './monitor-changes.ts';
import { readSlots, type SlotEntry, slotsAt, writeSlots } from './monitor-slots.ts';
import type { ReadingTimes } from './observation.ts';
import { rollUp } from './roll-up.ts';
import { type Slot, slotStart } from './slot.ts';
import type { SlotQuery } from './slot-lengths.ts';

/** The last reading that was recorded. */
export interface RecordedReading extends ReadingTimes {
  /** Differs after each reading, and after anything was deleted or moved. The same for all replicas. */
  version: number;
  /** The id of the snapshot that it is. */
  snapshot: number;
}

/** What one reading has shown. */
interface Reading extends ReadingTimes {
  snapshot: number;
  /** In the order of the ends of their intervals. */
  changes: readonly ObservedChange[];
  /** The slots of the monitors that have changed, so that what a change says is in its slot, too. */
  slots: readonly SlotEntry[];
  /** The present slot of the fleet. */
  fleet: FleetSlot;
  /** The time without readings that it ends; null: none. */
  gap: Gap | null;
}

/** Which changes to return: those that match all that is given. Times are epoch ms. */
export interface ChangeQuery {
  since?: number;
  until?: number;
  kinds?: ReadonlySet<ChangeKind>;
  types?: ReadonlySet<string>;
  regions?: ReadonlySet<string>;
  /** Folded words that must all occur in name, target, port, region or UUID. */
  words?: readonly string[];
  uuid?: string;
  /** Only changes before this one. */
  before?: number;
  limit: number;
}

/** How long something lasted, whole seconds. */
export interface Lasted {
  atLeastS: number;
  atMostS: number;
}

/** A stored change. `sequence` numbers changes in their order; no number is used twice. */
export interface StoredChange {
  sequence: number;
  kind: ChangeKind;
  from: number;
  to: number;
  monitor: Pick<InventoryMonitor, 'monitor_uuid' | 'name' | 'type' | 'target' | 'port' | 'regions'>;
  edits: Edits | null;
  lasted: Lasted | null;
}

/** The tables of the history. All functions throw StorageError, those that write also when another replica leads. */
export interface HistoryStore {
  /** Returns the last recorded reading; null: none. */
  reading(): Promise<RecordedReading | null>;
  /** The slots that begin at a time, by UUID. @param at epoch ms */
  slotsAt(at: number): Promise<Map<string, Slot>>;
  /** Stores a reading, wholly or not at all. @param save stores what must be stored together with it */
  record(reading: Reading, save?: (trx: Transaction<Tables>) => Promise<void>): Promise<RecordedReading>;
  /** Replaces what is stored of slots that begin at a time, epoch ms. */
  saveSlots(at: number, entries: readonly SlotEntry[]): Promise<void>;
  /**
   * Corrects what was recorded while the clock was ahead: changes that end after `to` (epoch ms) then end at it, and later slots
   * are deleted.
   */
  clampTo(to: number): Promise<void>;
  /** Returns matching changes, the newest first. `next`: the sequence number to go on before; null: there are no more. */
  changes(query: ChangeQuery): Promise<{ changes: StoredChange[]; next: number | null }>;
  /** The slots of a monitor, the oldest first; null for a monitor that is not remembered. */
  slots(uuid: string, query: SlotQuery): Promise<{ at: number; slot: Slot }[] | null>;
  /** The slots of the fleet, the oldest first. */
  fleet(query: SlotQuery): Promise<FleetSlot[]>;
  /** The last recorded slots of the fleet as they were recorded, at most `SLOTS_NEAR`, the oldest first. */
  recentFleet(): Promise<FleetSlot[]>;
  /** When the first remembered reading was; null: none. */
  observedFrom(): Promise<number | null>;
  /** The times without readings between two times, the oldest first. */
  gaps(since: number, until: number): Promise<Gap[]>;
  /** Makes slots longer that are old at a time, epoch ms (roll-up.ts). */
  rollUp(now: number): Promise<void>;
  /** Deletes what is older than a time, epoch ms. */
  forget(before: number): Promise<void>;
}

/** Number of changes, and of slots, stored before the event loop runs again. */
const ROWS_PER_TURN = 200;

export function createHistoryStore({ engine, db }: Database, asLeader: LeaderTransaction): HistoryStore {
  async function read<T>(run: (from: Database['db']) => Promise<T>): Promise<T> {
    try {
      return await run(db);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  return {
    reading: () => read(readReading),
    slotsAt: (at) => read((from) => slotsAt(from, at)),
    record: (reading, save) =>
      asLeader(async (trx) => {
        const recorded = await writeReading(trx, reading);
        await save?.(trx);
        return recorded;
      }),
    async saveSlots(at, entries) {
      for await (const some of inTurns(entries, ROWS_PER_TURN)) {
        await asLeader((trx) => writeSlots(trx, at, some));
      }
    },
    clampTo: (to) => clampTo(asLeader, to),
    changes: (query) => read((from) => findChanges({ db: from, engine }, query)),
    slots: (uuid, query) => read((from) => readSlots(from, uuid, query)),
    fleet: (query) => read((from) => readFleet(from, query)),
    recentFleet: () => read(recentFleet),
    observedFrom: () => read(observedFrom),
    gaps: (since, until) => read((from) => gapsBetween(from, since, until)),
    rollUp: (now) => rollUp(asLeader, now),
    forget: (before) => forget(asLeader, before),
  };
}

async function readReading(db: Database['db']): Promise<RecordedReading | null> {
  const row = await db.selectFrom('reading').selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const { version, snapshot, began: at, until, complete: completeAt } = row;
  return { version, snapshot, at, until, completeAt };
}

async function writeReading(
  trx: Transaction<Tables>,
  { snapshot, at, until, completeAt, changes, slots, fleet, gap }: Reading,
): Promise<RecordedReading> {
  const before = await trx.selectFrom('reading').select(['version', 'last_change']).executeTakeFirst();
  let last = before?.last_change ?? 0;
  for await (const some of inTurns(changes, ROWS_PER_TURN)) last = await appendChanges(trx, some, last);
  for await (const some of inTurns(slots, ROWS_PER_TURN)) await writeSlots(trx, slotStart(at), some);
  await writeFleet(trx, fleet);
  if (gap !== null) {
    await trx
      .insertInto('gap')
      .values(gap)
      .onConflict((on) => on.doNothing())
      .execute();
  }
  const version = (before?.version ?? 0) + 1;
  const row = { version, snapshot, began: at, until, complete: completeAt, last_change: last };
  await trx
    .insertInto('reading')
    .values({ id: 1, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
  return { version, snapshot, at, until, completeAt };
}

async function observedFrom(db: Database['db']): Promise<number | null> {
  const first = db.selectFrom('fleet_slot').select('first_at').orderBy('start').limit(1);
  return (await first.executeTakeFirst())?.first_at ?? null;
}

function gapsBetween(db: Database['db'], since: number, until: number): Promise<Gap[]> {
  const found = db.selectFrom('gap').selectAll().where('to', '>', since).where('from', '<', until);
  return found.orderBy('to').execute();
}
