import type { ChangeKind } from '../../contract/conditions.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { Database } from '../storage/database.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import type { Storage } from '../storage/storage.ts';
import type { ObservedChange } from './compare-crawl.ts';
import { gapsBetween, noMonitors, readFleet, recentFleet } from './fleet.ts';
import { type ChangeQuery, findChanges } from './query-changes.ts';
import { readCrawl, writeCrawl } from './record-crawl.ts';
import { prune, rollUp } from './retention.ts';
import { readSlots, SLOT_MS, type Slot, type SlotQuery, saveSlots, slotsAt } from './slots.ts';

export const NOON = Date.parse('2026-11-20T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

/** The slots of monitors that begin at one time. */
type MonitorSlots = readonly { uuid: string; slot: Slot }[];
const byUuid = (slots: MonitorSlots) => new Map(slots.map(({ uuid, slot }) => [uuid, slot]));
type WrittenCrawl = Parameters<typeof writeCrawl>[1];
type Content = Omit<WrittenCrawl, 'slots' | 'monitorGaps'> &
  Partial<Pick<WrittenCrawl, 'monitorGaps'>> & { slots: MonitorSlots };

/** The functions of the history's tables, on one database. */
export function testStore({ db, engine, asLeader }: Pick<Storage, 'db' | 'engine' | 'asLeader'>) {
  return {
    db,
    crawl: () => readCrawl(db),
    slotsAt: (at: number) => slotsAt(db, at),
    record: ({ slots, ...content }: Content) =>
      asLeader((trx) => writeCrawl(trx, { monitorGaps: [], ...content, slots: byUuid(slots) })),
    saveSlots: (at: number, slots: MonitorSlots) => saveSlots(asLeader, at, byUuid(slots)),
    changes: (query: ChangeQuery) => findChanges({ db, engine }, query),
    async slots(uuid: string, query: SlotQuery) {
      const slots = await readSlots(db, uuid, query);
      return slots?.map(({ at, ...slot }) => ({ at, slot })) ?? null;
    },
    fleet: (query: SlotQuery) => readFleet(db, query),
    recentFleet: () => recentFleet(db),
    gaps: (since: number, until: number) => gapsBetween(db, since, until),
    rollUp: (now: number) => rollUp(asLeader, now),
    prune: (before: number) => prune(asLeader, before),
  };
}
export type TestStore = ReturnType<typeof testStore>;

/** A slot of the fleet that begins at a time. */
export const fleetAt = (at: number) => ({
  ...noMonitors,
  up: 2,
  down: 1,
  maintenance: 1,
  at,
  first_at: at,
  last_at: at,
  quarters: 1,
  crawls: 1,
  down_mean: 1,
  overdue_mean: 0,
  unknown_mean: 0,
});

/** A change at a time, minutes after noon, of the monitor with a number. */
export function change(kind: ChangeKind, minutes: number, n = 1, monitor = {}): ObservedChange {
  const at = NOON + minutes * MINUTE;
  const edits = kind === 'edited' ? {} : null;
  return { kind, from: at - 20_000, to: at, monitor: aMonitor(n, monitor), edits };
}

/** Opens the history of a database, which this process leads. */
export async function openStore(database: Database) {
  const lease = { name: 'leader', holder: 'test', term: 1, expires_at: 0 };
  await database.db
    .insertInto('lease')
    .values(lease)
    .onConflict((on) => on.doNothing())
    .execute();
  const store = testStore(storageOf(database, { now: () => NOON }));
  let snapshot = 0;
  return {
    ...store,
    /** Records a crawl with changes. @param at its time; not given: the end of the last change */
    add(
      changes: readonly ObservedChange[],
      at = changes.at(-1)?.to ?? NOON,
      more: Partial<Pick<Content, 'slots' | 'monitorGaps'>> = {},
    ) {
      snapshot += 1;
      const times = { at, until: at, completeAt: at, snapshot };
      const fleet = fleetAt(Math.floor(at / SLOT_MS) * SLOT_MS);
      return store.record({ ...times, changes, slots: [], fleet, gap: null, ...more });
    },
  };
}
