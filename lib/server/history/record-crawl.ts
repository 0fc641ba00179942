import 'server-only';
import type { Transaction } from 'kysely';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Database, LeaderTransaction, Tables } from '../storage/database.ts';
import { appendChanges } from './append-changes.ts';
import { inBatches } from './batches.ts';
import {
  type CrawlTimes,
  compareCrawl,
  type Observation,
  type ObservedChange,
  observationOf,
} from './compare-crawl.ts';
import {
  addToFleet,
  type Gap,
  isGap,
  presentGap,
  recentFleet,
  SLOTS_NEAR,
  type StoredFleetSlot,
  writeFleet,
} from './fleet.ts';
import {
  clockErrorOf,
  lastChecksOf,
  type OpenSlot,
  openSlotAt,
  type Slot,
  saveSlots,
  slotStart,
  slotsAt,
  writeSlots,
} from './slots.ts';
import { monitorIds } from './stored-monitors.ts';

export interface RecordedCrawl extends CrawlTimes {
  /** Differs after each crawl, and after rows were deleted or moved. The same in all replicas. */
  version: number;
  /** The id of its snapshot. */
  snapshot: number;
}

/** What is known after the last recorded crawl. */
export interface RecorderState {
  /** The last snapshot. It is newer than the last recorded crawl if crawls were not recorded for a while. Null: there is none. */
  snapshot: Snapshot | null;
  crawl: RecordedCrawl | null;
  /** The monitors that the next crawl is compared with; null: there is no snapshot. */
  known: Observation | null;
  openSlot: OpenSlot;
  /** The last slots of the fleet, the oldest first. */
  fleet: readonly StoredFleetSlot[];
}

/** Stores what must be stored together with a crawl. */
export type SaveWithCrawl = (trx: Transaction<Tables>) => Promise<void>;

/** Returns the last recorded crawl; null: none. */
export async function readCrawl(db: Database['db']): Promise<RecordedCrawl | null> {
  const row = await db.selectFrom('last_crawl').selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const { version, snapshot, began: at, until, complete: completeAt } = row;
  return { version, snapshot, at, until, completeAt };
}

/**
 * Reads what is known after the last recorded crawl.
 *
 * @param snapshots the last recorded one, and the later ones that may have been stored: the answer of the database may be lost
 */
export async function loadState(db: Database['db'], snapshots: readonly Snapshot[]): Promise<RecorderState> {
  const crawl = await readCrawl(db);
  const snapshot = snapshots.find(({ id }) => id === crawl?.snapshot) ?? snapshots[0] ?? null;
  const at = crawl ? slotStart(crawl.at) : 0;
  const lastChecks = lastChecksOf(snapshot?.monitors ?? []);
  return {
    snapshot,
    crawl,
    known: snapshot && observationOf(snapshot, crawl),
    openSlot: { at, countFrom: 0, slots: await slotsAt(db, at), lastChecks },
    fleet: await recentFleet(db),
  };
}

/** Records a crawl in one transaction. @returns what is known afterwards */
export async function recordCrawl(
  asLeader: LeaderTransaction,
  before: RecorderState,
  snapshot: Snapshot,
  save: SaveWithCrawl,
): Promise<RecorderState> {
  // The times of crawls must increase, also after the clock was set back.
  const { asOf, beganAt = asOf, readUntil = asOf } = snapshot;
  const clockError = clockErrorOf(snapshot);
  const at = Math.max(beganAt - clockError, before.crawl?.at ?? 0);
  const until = Math.max(at, Math.max(asOf, readUntil) - clockError, (before.crawl?.until ?? 0) + 1);
  const gap = presentGap(before.fleet, at);
  const isAfterGap = before.fleet.length === 0 || gap !== null;
  const openSlot = openSlotAt(before.openSlot, slotStart(at), isAfterGap);
  if (openSlot.at !== before.openSlot.at) {
    await saveSlots(asLeader, before.openSlot.at, before.openSlot.slots);
  }
  const { known, changes, counts, missed } = await compareCrawl(
    snapshot,
    before.known,
    { at, until, clockError },
    openSlot,
  );
  const fleet = addToFleet(before.fleet.at(-1) ?? null, at, counts);
  const changed = new Set(changes.map(({ monitor }) => monitor.monitor_uuid));
  const crawl = await asLeader(async (trx) => {
    const recorded = await writeCrawl(trx, {
      at,
      until,
      completeAt: known.completeAt,
      snapshot: snapshot.id,
      changes,
      fleet,
      slots: [...openSlot.slots].filter(([uuid]) => changed.has(uuid)),
      gap: gap && { from: gap.from, to: at },
      monitorGaps: [...missed].filter(([, one]) => isGap(one, before.fleet)),
    });
    await save(trx);
    return recorded;
  });
  const near = [...before.fleet.filter((slot) => slot.at < fleet.at), fleet].slice(-SLOTS_NEAR);
  return { snapshot, crawl, known, openSlot, fleet: near };
}

/** Number of changes in one statement: many, because each statement costs a round trip to the database. */
const BATCH_CHANGES = 1000;

/**
 * @param crawl.changes in the order of the ends of their intervals
 * @param crawl.slots the slots of changed monitors, by UUID, so that a slot always contains the state that a change reports
 * @param crawl.gap the time without crawls before this one
 * @param crawl.monitorGaps the times in which single monitors were not read before this crawl, by UUID
 */
export async function writeCrawl(
  trx: Transaction<Tables>,
  crawl: Omit<RecordedCrawl, 'version'> & {
    changes: readonly ObservedChange[];
    slots: Iterable<[string, Slot]>;
    fleet: StoredFleetSlot;
    gap: Gap | null;
    monitorGaps: readonly [string, Gap][];
  },
): Promise<RecordedCrawl> {
  const { snapshot, at, until, completeAt, gap } = crawl;
  const before = await trx.selectFrom('last_crawl').selectAll().executeTakeFirst();
  let last_change = before?.last_change ?? 0;
  for await (const batch of inBatches(crawl.changes, BATCH_CHANGES)) {
    last_change = await appendChanges(trx, batch, last_change);
  }
  await writeSlots(trx, slotStart(at), crawl.slots);
  await writeFleet(trx, crawl.fleet);
  if (gap) {
    const ended = trx.insertInto('gap').values(gap);
    await ended.onConflict((on) => on.doNothing()).execute();
  }
  for await (const batch of inBatches(crawl.monitorGaps, BATCH_CHANGES)) {
    const idOf = await monitorIds(
      trx,
      batch.map(([uuid]) => uuid),
    );
    const rows = batch.map(([uuid, one]) => ({ monitor: idOf(uuid), ...one }));
    await trx
      .insertInto('monitor_gap')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
  }
  const version = (before?.version ?? 0) + 1;
  const row = { id: 1, version, snapshot, began: at, until, complete: completeAt, last_change };
  const inserted = trx.insertInto('last_crawl').values(row);
  await inserted.onConflict((on) => on.column('id').doUpdateSet(row)).execute();
  return { version, snapshot, at, until, completeAt };
}
