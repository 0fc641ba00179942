import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { changedMonitorSchema, changeKinds } from '../../../contract/changes.ts';
import { searchTextOf } from '../../inventory/search-text.ts';
import { DELETED_CHECKS } from '../edits-of.ts';
import type { StoredChange } from '../history-store.ts';
import type { ObservedChange } from '../monitor-changes.ts';
import { lastedBetween, spansOf } from '../spans.ts';
import type { FacetsTable } from './facets-table.ts';
import { BLOCK } from './schema.ts';
import { transaction } from './transaction.ts';

const idRow = z.object({ id: z.number() }).optional();
const sequenceRow = z.object({ sequence: z.number() }).optional();
const placeRow = z.object({ sequence: z.number(), at: z.number() }).optional();
const openRow = z.object({ open_condition: z.number().nullable(), open_maintenance: z.number().nullable() });
const editsText = z
  .string()
  .transform((text) =>
    z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).parse(JSON.parse(text)),
  );
const lastedText = z
  .string()
  .transform((text) => z.object({ atLeastS: z.number(), atMostS: z.number() }).parse(JSON.parse(text)));
const forgottenRow = z.object({ sequence: z.number(), pair: z.number() });
const changeRow = z.object({
  sequence: z.number(),
  at: z.number(),
  took: z.number(),
  edits: editsText.nullable(),
  pair: z.number(),
  pair_at: z.number().nullable(),
  pair_took: z.number().nullable(),
  lasted: lastedText.nullable(),
  kind: z.enum(changeKinds),
  uuid: z.string(),
  name: z.string(),
  type: z.string(),
  target: z.string(),
  port: z.number().nullable(),
  regions: z.string(),
});

/** The tables of changes: the statements that write and read them. */
export interface ChangesTable {
  /** @param monitor id of the monitor */
  add(change: ObservedChange, monitor: number): void;
  /**
   * @param shownTo the last change that is shown: it is not told that a later one has ended something
   * @returns null when there is no such change
   */
  read(sequence: number, shownTo: number): StoredChange | null;
  /** The number of the last change, also when it is forgotten; 0 when there was none. */
  last(): number;
  /** The number of the first change that ended at or after a time, by bisection: the ends are in the order of the numbers. */
  firstAt(instant: number): number;
  /**
   * Forgets some of the changes before a number. Those that ended something then know by themselves how long it lasted.
   *
   * @returns whether there were any
   */
  forgetSome(first: number, count: number): boolean;
  /** Moves the ends of changes that end after a time to that time. */
  endAt(instant: number): void;
  /** The end of the interval of the last change; null when there is none. */
  lastEnd(): number | null;
}

export function createChangesTable(db: DatabaseSync, facets: FacetsTable): ChangesTable {
  const findSubject = db.prepare(
    'SELECT id FROM subject WHERE monitor = ? AND setting = ? AND name = ? AND target = ? AND port IS ?',
  );
  const addSubject = db.prepare(
    'INSERT INTO subject (monitor, setting, name, target, port, words) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
  );
  const addChange = db.prepare(
    'INSERT INTO change (sequence, at, took, subject, facet, pair, edits) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const addBlock = db.prepare('INSERT OR IGNORE INTO facet_block (facet, block) VALUES (?, ?)');
  const readOpen = db.prepare('SELECT open_condition, open_maintenance FROM monitor WHERE id = ?');
  const setOpen = {
    condition: db.prepare('UPDATE monitor SET open_condition = ? WHERE id = ?'),
    maintenance: db.prepare('UPDATE monitor SET open_maintenance = ? WHERE id = ?'),
  };
  const readEnd = db.prepare('SELECT sequence, at FROM change WHERE sequence = ?');
  const setPair = db.prepare('UPDATE change SET pair = ? WHERE sequence = ?');
  const readChange = db.prepare(
    `SELECT change.sequence, change.at, change.took, change.edits, change.lasted, change.pair, pair.at AS pair_at,
       pair.took AS pair_took, kind, uuid, name, type, target, port, regions
     FROM change JOIN subject ON subject.id = change.subject JOIN facet ON facet.id = change.facet
       JOIN setting ON setting.id = subject.setting JOIN monitor ON monitor.id = subject.monitor
       LEFT JOIN change AS pair ON pair.sequence = change.pair AND pair.sequence <> change.sequence
     WHERE change.sequence = ?`,
  );
  const readLast = db.prepare("SELECT seq AS sequence FROM sqlite_sequence WHERE name = 'change'");
  const last = () => sequenceRow.parse(readLast.get())?.sequence ?? 0;
  const readFrom = db.prepare(
    'SELECT sequence, at FROM change WHERE sequence >= ? ORDER BY sequence LIMIT 1',
  );
  const moveEnds = db.prepare(
    'UPDATE change SET took = max(0, took - (at - ?)), at = ?, lasted = NULL WHERE sequence >= ?',
  );
  const readFirst = db.prepare(
    'SELECT sequence, pair FROM change WHERE sequence < ? ORDER BY sequence LIMIT ?',
  );
  const setLasted = db.prepare('UPDATE change SET lasted = ? WHERE sequence = ?');
  const deleteTo = db.prepare('DELETE FROM change WHERE sequence <= ?');

  function subjectOf({ monitor: fields }: ObservedChange, monitor: number): number {
    const { name, target, port } = fields;
    const values = [monitor, facets.settingOf(fields), name, target, port] as const;
    const found = idRow.parse(findSubject.get(...values));
    if (found) return found.id;
    return idRow.parse(addSubject.get(...values, wordsOfSubject(fields)))?.id ?? 0;
  }

  /**
   * Ends the spans that a change ends.
   *
   * @param number of the change
   * @returns the number of the change that began the first of them; null when none was open, or its beginning is forgotten
   */
  function endSpans(change: ObservedChange, number: number, monitor: number): number | null {
    const { ends } = spansOf(change.kind, change.edits?.[DELETED_CHECKS] !== undefined);
    const open = openRow.parse(readOpen.get(monitor));
    const sequences = { condition: open.open_condition, maintenance: open.open_maintenance };
    const begun = ends.map((span) => {
      const sequence = sequences[span];
      if (sequence === null) return null;
      setOpen[span].run(null, monitor);
      return setPair.run(number, sequence).changes > 0 ? sequence : null;
    });
    return begun.find((one) => one !== null) ?? null;
  }

  function firstAt(instant: number): number {
    let low = 0;
    let high = last() + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = placeRow.parse(readFrom.get(middle));
      if (found === undefined || found.at >= instant) high = middle;
      else low = found.sequence + 1;
    }
    return low;
  }

  function read(sequence: number, shownTo: number): StoredChange | null {
    const row = readChange.get(sequence);
    return row === undefined ? null : changeOf(changeRow.parse(row), shownTo);
  }

  return {
    add(change, monitor) {
      const { kind, from, to, edits } = change;
      const number = last() + 1;
      const ended = endSpans(change, number, monitor);
      const { begins } = spansOf(kind, false);
      const facet = facets.facetOf(kind, change.monitor);
      // Of a change that begins something, the pair is what ends that.
      const pair = begins === null ? (ended ?? number) : number;
      const subject = subjectOf(change, monitor);
      addChange.run(number, to, to - from, subject, facet, pair, edits && JSON.stringify(edits));
      addBlock.run(facet, Math.floor(number / BLOCK));
      if (begins !== null) setOpen[begins].run(number, monitor);
    },
    read,
    last,
    firstAt,
    forgetSome(first, count) {
      const forgotten = readFirst.all(first, count).map((row) => forgottenRow.parse(row));
      const last = forgotten.at(-1);
      if (last === undefined) return false;
      transaction(db, () => {
        for (const { pair } of forgotten) {
          if (pair < first) continue;
          // What the pair has begun itself ends later, so that this is the duration of what it has ended.
          const lasted = read(pair, pair)?.lasted;
          if (lasted) setLasted.run(JSON.stringify(lasted), pair);
        }
        deleteTo.run(last.sequence);
      });
      return true;
    },
    endAt(instant) {
      moveEnds.run(instant, instant, firstAt(instant + 1));
    },
    lastEnd: () => placeRow.parse(readEnd.get(last()))?.at ?? null,
  };
}

function changeOf(
  { sequence, at, took, pair, pair_at, pair_took, lasted, ...row }: z.infer<typeof changeRow>,
  shownTo: number,
): StoredChange {
  const { kind, edits, uuid, name, type, target, port, regions } = row;
  const own = { from: at - took, to: at };
  const other =
    pair_at === null || pair_took === null || pair > shownTo
      ? null
      : { from: pair_at - pair_took, to: pair_at };
  const [begin, end] = pair > sequence ? [own, other] : [other, own];
  return {
    ...{ sequence, kind, ...own },
    monitor: changedMonitorSchema.parse({
      ...{ monitor_uuid: uuid, name, type, target, port },
      regions: JSON.parse(regions),
    }),
    edits,
    lasted: begin && end ? lastedBetween(begin, end) : lasted,
  };
}

/**
 * What a search is compared with, besides regions and UUID. Null where SQLite can put name and address into lower case itself,
 * which it does in ASCII only, and where the address has one spelling.
 */
export function wordsOfSubject(
  monitor: Pick<StoredChange['monitor'], 'name' | 'target' | 'port'>,
): string | null {
  const isPlain = !/\P{ASCII}|xn--/iu.test(`${monitor.name}${monitor.target}`);
  return isPlain ? null : searchTextOf({ ...monitor, regions: [] });
}
