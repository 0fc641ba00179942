import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { toStoreError } from '../../store/sqlite-problem.ts';
import { type HistoryStore, type Recorded, shortenedAfter } from '../history-store.ts';
import type { SeenMonitor } from '../observation.ts';
import { type Slot, slotStart } from '../slot.ts';
import { parseStoredMonitor, storedMonitor } from '../stored-monitor.ts';
import { createChangesTable } from './changes-table.ts';
import { createFacetsTable } from './facets-table.ts';
import { createFindChanges } from './find-changes.ts';
import { createFleetTable } from './fleet-table.ts';
import { createSlotsTable, firstIdOf } from './slots-table.ts';
import { transaction } from './transaction.ts';

/** Number of monitors read before the event loop runs again. */
const MONITORS_PER_TURN = 200;
/** Number of rows deleted before the event loop runs again. */
const ROWS_PER_TURN = 500;

const valueRow = z.object({ value: z.string() }).optional();
/** The last reading that was recorded to its end. `last`: the number of its last change. */
const recordedSchema = z.object({
  at: z.number(),
  until: z.number(),
  completeAt: z.number().nullable(),
  last: z.number(),
});
const shortenedSchema = z.number().nullable();
const idRow = z.object({ id: z.number() });
const lastIdRow = z.object({ last: z.number().nullable() });
const monitorRow = z.object({
  id: z.number(),
  uuid: z.string(),
  state: z.string().nullable(),
  seen_at: z.number().nullable(),
  last_check: z.number().nullable(),
});
const sizeRow = z.object({ bytes: z.number() });

/** The history in indexed tables of SQLite (schema.ts). Nothing holds the event loop for long. */
export function createSqliteHistory(db: DatabaseSync): HistoryStore {
  const facets = createFacetsTable(db);
  const changes = createChangesTable(db, facets);
  const findChanges = createFindChanges(db, changes, facets);
  const fleetSlots = createFleetTable(db);
  const slots = createSlotsTable(db);
  const readAbout = db.prepare('SELECT value FROM about WHERE name = ?');
  const writeAbout = db.prepare('INSERT OR REPLACE INTO about (name, value) VALUES (?, ?)');
  const findMonitor = db.prepare('SELECT id FROM monitor WHERE uuid = ?');
  const addMonitor = db.prepare('INSERT INTO monitor (uuid) VALUES (?) RETURNING id');
  const setKnown = db.prepare('UPDATE monitor SET state = ?, seen_at = ? WHERE id = ?');
  const readMonitors = db.prepare(
    'SELECT id, uuid, state, seen_at, last_check FROM monitor WHERE id > ? ORDER BY id LIMIT ?',
  );
  const lowerSeen = db.prepare('UPDATE monitor SET seen_at = ? WHERE seen_at > ?');

  const shortened = valueRow.parse(readAbout.get('shortened_to'))?.value;
  let shortenedTo = shortenedSchema.parse(JSON.parse(shortened ?? 'null'));

  /** The ids of monitors, which do not change while they are known. */
  const ids = new Map<string, number>();

  function idOf(uuid: string): number | null {
    const known = ids.get(uuid);
    if (known !== undefined) return known;
    const row = findMonitor.get(uuid);
    if (row === undefined) return null;
    const { id } = idRow.parse(row);
    ids.set(uuid, id);
    return id;
  }

  function idFor(uuid: string): number {
    return idOf(uuid) ?? idRow.parse(addMonitor.get(uuid)).id;
  }

  function lastReading(): z.infer<typeof recordedSchema> | null {
    const row = valueRow.parse(readAbout.get('recorded'));
    return row === undefined ? null : recordedSchema.parse(JSON.parse(row.value));
  }

  async function load(): Promise<Recorded | null> {
    const recorded = lastReading();
    if (recorded === null) return null;
    const { at, until, completeAt } = recorded;
    const monitors = new Map<string, SeenMonitor>();
    const lastChecks = new Map<string, number>();
    for (let last = 0; ; ) {
      const rows = readMonitors.all(last, MONITORS_PER_TURN).map((one) => monitorRow.parse(one));
      for (const { id, uuid, state, seen_at, last_check } of rows) {
        last = id;
        ids.set(uuid, id);
        if (state !== null) monitors.set(uuid, { monitor: parseStoredMonitor(state), seenAt: seen_at ?? at });
        if (last_check !== null) lastChecks.set(uuid, last_check);
      }
      if (rows.length < MONITORS_PER_TURN) break;
      await setImmediate();
    }
    const start = slotStart(at);
    const byId = await slots.at(start);
    const open = new Map<string, Slot>();
    for (const [uuid, id] of ids) {
      const slot = byId.get(id);
      if (slot) open.set(uuid, slot);
    }
    return {
      ...{ at, until, completeAt },
      changedUntil: changes.lastEnd(),
      monitors,
      lastChecks,
      openSlot: open.size === 0 ? null : { at: start, slots: open },
    };
  }

  /** Deletes the rows below a value, by a statement with a limit, until none is left. The condition must have an index. */
  async function deleteAll(table: string, condition: string, value: number): Promise<void> {
    const statement = db.prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${ROWS_PER_TURN})`,
    );
    while (statement.run(value).changes === ROWS_PER_TURN) await setImmediate();
  }

  /** Deletes the rows of a table that meet a condition, going through all of them. @param onDeleted receives their ids */
  async function deleteUnused(
    table: string,
    condition: string,
    onDeleted: (ids: ReadonlySet<number>) => void = () => {},
  ): Promise<void> {
    const { last } = lastIdRow.parse(db.prepare(`SELECT max(id) AS last FROM ${table}`).get());
    const statement = db.prepare(
      `DELETE FROM ${table} WHERE id > ? AND id <= ? AND ${condition} RETURNING id`,
    );
    for (let id = 0; id < (last ?? 0); id += ROWS_PER_TURN) {
      onDeleted(new Set(statement.all(id, id + ROWS_PER_TURN).map((row) => idRow.parse(row).id)));
      await setImmediate();
    }
  }

  const guarded = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toStoreError(error);
    }
  };

  /** Writes everything or nothing. SQLite gives ids of what was rolled back to others, so none of them may be kept. */
  const write = (run: () => void) =>
    guarded(() => {
      try {
        transaction(db, run);
      } catch (error) {
        ids.clear();
        facets.afterRollback();
        throw error;
      }
    });

  return {
    load: () => guarded(load),
    append: ({ changes: some, known, removed }) =>
      write(() => {
        for (const change of some) {
          changes.add(change, idFor(change.monitor.monitor_uuid));
        }
        for (const { monitor, seenAt } of known) {
          setKnown.run(storedMonitor(monitor), seenAt, idFor(monitor.monitor_uuid));
        }
        for (const uuid of removed) setKnown.run(null, null, idFor(uuid));
      }),
    finish: ({ at, until, completeAt, fleet }) =>
      write(() => {
        writeAbout.run('recorded', JSON.stringify({ at, until, completeAt, last: changes.last() }));
        fleetSlots.write(fleet);
      }),
    clampTo: (to) =>
      guarded(async () => {
        await slots.deleteAfter(to);
        await write(() => {
          const recorded = lastReading();
          if (recorded === null) return;
          changes.endAt(to);
          fleetSlots.deleteAfter(slotStart(to));
          lowerSeen.run(to, to);
          const completeAt = recorded.completeAt && Math.min(recorded.completeAt, to);
          writeAbout.run('recorded', JSON.stringify({ ...recorded, at: to, until: to, completeAt }));
        });
      }),
    saveSlots: (at, entries) =>
      guarded(() =>
        slots.save(
          at,
          entries.map((entry) => ({ ...entry, monitor: idFor(entry.uuid) })),
        ),
      ),
    packPast: (before) => guarded(() => slots.packPast(before)),
    changes: (query) =>
      guarded(() => {
        const shownTo = lastReading()?.last ?? 0;
        const { sequences, next } = findChanges(query, shownTo);
        const found = sequences.map((sequence) => changes.read(sequence, shownTo));
        return { changes: found.filter((change) => change !== null), next };
      }),
    slots: (uuid, since) =>
      guarded(() => {
        const id = idOf(uuid);
        return id === null ? null : slots.of(id, since);
      }),
    fleet: (since, limit) => guarded(() => fleetSlots.since(since, limit)),
    forget: (before, isShortened = false) =>
      guarded(async () => {
        shortenedTo = shortenedAfter(shortenedTo, before, isShortened);
        writeAbout.run('shortened_to', JSON.stringify(shortenedTo));
        const first = changes.firstAt(before);
        while (changes.forgetSome(first, ROWS_PER_TURN)) await setImmediate();
        await facets.forgetBlocks(first);
        await deleteAll('fleet', 'at < ?', slotStart(before));
        for (const table of ['slots', 'past_day']) await deleteAll(table, 'id < ?', firstIdOf(before));
        await deleteUnused('subject', 'NOT EXISTS (SELECT 1 FROM change WHERE subject = subject.id)');
        const isUnused = 'NOT EXISTS (SELECT 1 FROM subject WHERE monitor = monitor.id)';
        // The last row stays: its id would be given to the next monitor, with what is left of its slots, which go by days.
        const isNotLast = 'id < (SELECT max(id) FROM monitor)';
        await deleteUnused('monitor', `state IS NULL AND ${isUnused} AND ${isNotLast}`, (deleted) => {
          if (deleted.size === 0) return;
          // At once, because a monitor can return before the rest is deleted.
          for (const [uuid, id] of ids) if (deleted.has(id)) ids.delete(uuid);
        });
      }),
    shortenedTo: () => shortenedTo,
    size: () =>
      guarded(() => {
        const pages = 'pragma_page_count() AS p, pragma_freelist_count() AS f, pragma_page_size() AS s';
        const row = db
          .prepare(`SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes FROM ${pages}`)
          .get();
        return sizeRow.parse(row).bytes;
      }),
    close: () => guarded(() => db.close()),
  };
}
