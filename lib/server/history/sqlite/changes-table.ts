import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ChangeKind, changedMonitorSchema, changeKinds } from '../../../contract/changes.ts';
import { DELETED_CHECKS } from '../edits-of.ts';
import type { StoredChange } from '../history-store.ts';
import type { ObservedChange } from '../monitor-changes.ts';
import { searchedText } from '../searched-text.ts';
import { lastedBetween, spansOf } from '../spans.ts';
import { createClampChanges } from './clamp-changes.ts';

/** A combination of kind, type and regions. */
interface Facet {
  id: number;
  kind: ChangeKind;
  type: string;
  regions: readonly string[];
}

const idRow = z.object({ id: z.number() }).optional();
const facetRow = z.object({
  id: z.number(),
  kind: z.enum(changeKinds),
  type: z.string(),
  regions: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
});
const sequenceRow = z.object({ sequence: z.number() }).optional();
const addedRow = z.object({ sequence: z.number() });
const placeRow = z.object({ sequence: z.number(), at: z.number() }).optional();
const openRow = z.object({ open_condition: z.number().nullable(), open_maintenance: z.number().nullable() });
const intervalRow = z.object({ at: z.number(), took: z.number() }).optional();
const editsText = z
  .string()
  .transform((text) =>
    z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).parse(JSON.parse(text)),
  );
const changeRow = z.object({
  sequence: z.number(),
  at: z.number(),
  took: z.number(),
  edits: editsText.nullable(),
  at_least: z.number().nullable(),
  at_most: z.number().nullable(),
  ended_by: z.number().nullable(),
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
  facets(): readonly Facet[];
  /** Forgets what is known of the tables, because a transaction was rolled back: what it added does not exist. */
  afterRollback(): void;
  /**
   * @param shownTo the last change that is shown: it is not told that a later one has ended something
   * @returns null when there is no such change
   */
  read(sequence: number, shownTo: number): StoredChange | null;
  /** The number of the last change, also when it is forgotten; 0 when there was none. */
  last(): number;
  /** The number of the first change that ended at or after a time, by bisection: the ends are in the order of the numbers. */
  firstAt(instant: number): number;
  /** Moves the ends of changes that end after a time to that time. */
  endAt(instant: number): void;
  /** The end of the interval of the last change; null when there is none. */
  lastEnd(): number | null;
}

export function createChangesTable(db: DatabaseSync): ChangesTable {
  const findSubject = db.prepare(
    'SELECT id FROM subject WHERE monitor = ? AND name = ? AND type = ? AND target = ? AND port IS ? AND regions = ?',
  );
  const addSubject = db.prepare(
    'INSERT INTO subject (monitor, name, type, target, port, regions, words) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  );
  const addFacet = db.prepare('INSERT INTO facet (kind, type, regions) VALUES (?, ?, ?) RETURNING id');
  const addChange = db.prepare(
    'INSERT INTO change (at, took, subject, facet, edits, at_least, at_most) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING sequence',
  );
  const readOpen = db.prepare('SELECT open_condition, open_maintenance FROM monitor WHERE id = ?');
  const setOpen = {
    condition: db.prepare('UPDATE monitor SET open_condition = ? WHERE id = ?'),
    maintenance: db.prepare('UPDATE monitor SET open_maintenance = ? WHERE id = ?'),
  };
  const readInterval = db.prepare('SELECT at, took FROM change WHERE sequence = ?');
  const setLasted = db.prepare(
    'UPDATE change SET at_least = ?, at_most = ?, ended_by = ? WHERE sequence = ?',
  );
  const readChange = db.prepare(
    `SELECT sequence, at, took, edits, at_least, at_most, ended_by, kind, uuid, subject.name, subject.type, target, port,
       subject.regions
     FROM change JOIN subject ON subject.id = change.subject JOIN facet ON facet.id = change.facet
       JOIN monitor ON monitor.id = subject.monitor
     WHERE sequence = ?`,
  );
  const readLast = db.prepare("SELECT seq AS sequence FROM sqlite_sequence WHERE name = 'change'");
  const last = () => sequenceRow.parse(readLast.get())?.sequence ?? 0;
  const readFrom = db.prepare(
    'SELECT sequence, at FROM change WHERE sequence >= ? ORDER BY sequence LIMIT 1',
  );
  const clampChanges = createClampChanges(db);
  const readFacets = db.prepare('SELECT id, kind, type, regions FROM facet');
  /** By kind, type and regions. Facets are added and never removed. Null: they must be read again. */
  let known: Map<string, Facet> | null = null;

  function facets(): Map<string, Facet> {
    known ??= new Map(
      readFacets.all().map((row) => {
        const facet = facetRow.parse(row);
        return [keyOf(facet.kind, facet.type, facet.regions), facet];
      }),
    );
    return known;
  }
  // A damaged file is noticed as early as possible.
  facets();

  function facetOf({ kind, monitor: { type, regions } }: ObservedChange): number {
    const key = keyOf(kind, type, regions);
    const facet = facets().get(key);
    if (facet) return facet.id;
    const id = idRow.parse(addFacet.get(kind, type, JSON.stringify(regions)))?.id ?? 0;
    facets().set(key, { id, kind, type, regions });
    return id;
  }

  function subjectOf(change: ObservedChange, monitor: number): number {
    const { name, type, target, port, regions } = change.monitor;
    const found = idRow.parse(findSubject.get(monitor, name, type, target, port, JSON.stringify(regions)));
    if (found) return found.id;
    const values = [
      monitor,
      name,
      type,
      target,
      port,
      JSON.stringify(regions),
      searchedText(change.monitor),
    ] as const;
    return idRow.parse(addSubject.get(...values))?.id ?? 0;
  }

  /**
   * Ends the spans that a change ends.
   *
   * @param number of the change
   * @returns how long the first of them lasted; null when none was open, or its beginning is forgotten
   */
  function endSpans(change: ObservedChange, number: number, monitor: number) {
    const { ends } = spansOf(change.kind, change.edits?.[DELETED_CHECKS] !== undefined);
    const open = openRow.parse(readOpen.get(monitor));
    const sequences = { condition: open.open_condition, maintenance: open.open_maintenance };
    const lasted = ends.map((span) => {
      const sequence = sequences[span];
      if (sequence === null) return null;
      setOpen[span].run(null, monitor);
      const begun = intervalRow.parse(readInterval.get(sequence));
      if (begun === undefined) return null;
      const result = lastedBetween({ from: begun.at - begun.took, to: begun.at }, change);
      setLasted.run(result.atLeastS, result.atMostS, number, sequence);
      return result;
    });
    return lasted.find((one) => one !== null) ?? null;
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

  return {
    add(change, monitor) {
      const { kind, from, to, edits } = change;
      const lasted = endSpans(change, last() + 1, monitor);
      const { begins } = spansOf(kind, false);
      const added = addChange.get(
        to,
        to - from,
        subjectOf(change, monitor),
        facetOf(change),
        edits && JSON.stringify(edits),
        // Of a change that begins something, it is set when that ends.
        begins === null ? (lasted?.atLeastS ?? null) : null,
        begins === null ? (lasted?.atMostS ?? null) : null,
      );
      if (begins !== null) setOpen[begins].run(addedRow.parse(added).sequence, monitor);
    },
    facets: () => [...facets().values()],
    afterRollback() {
      known = null;
    },
    read(sequence, shownTo) {
      const row = readChange.get(sequence);
      return row === undefined ? null : changeOf(changeRow.parse(row), shownTo);
    },
    last,
    firstAt,
    endAt(instant) {
      clampChanges(firstAt(instant + 1), instant);
    },
    lastEnd: () => intervalRow.parse(readInterval.get(last()))?.at ?? null,
  };
}

function keyOf(kind: ChangeKind, type: string, regions: readonly string[]): string {
  return JSON.stringify([kind, type, regions]);
}

function changeOf(
  { at, took, at_least, at_most, ended_by, uuid, regions, ...row }: z.infer<typeof changeRow>,
  shownTo: number,
): StoredChange {
  const { sequence, kind, edits, name, type, target, port } = row;
  return {
    sequence,
    kind,
    from: at - took,
    to: at,
    monitor: changedMonitorSchema.parse({
      ...{ monitor_uuid: uuid, name, type, target, port },
      regions: JSON.parse(regions),
    }),
    edits,
    lasted:
      at_least === null || at_most === null || (ended_by ?? 0) > shownTo
        ? null
        : { atLeastS: at_least, atMostS: at_most },
  };
}
