import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DaySlots, unpackDay } from '../slot-codec.ts';

/** The place of a row. `day`: whole days since 1970; `group`: the number of a group of monitors with neighbouring ids. */
export interface Place {
  day: number;
  group: number;
}

/** One of the two tables of slots: a row for each group of monitors and each day, packed. */
export interface DayRows {
  /** How many monitors are a group. */
  readonly groupSize: number;
  read(place: Place): DaySlots;
  has(place: Place): boolean;
  /** The rows of a day. `slots` unpacks one. */
  of(day: number): Generator<Place & { slots(): DaySlots }>;
  write(place: Place, body: Buffer): void;
  delete(place: Place): void;
  /** Deletes the rows of a day and of all later ones. */
  deleteFrom(day: number): void;
  /** The first row; null when there is none. */
  first(): Place | null;
  lastDay(): number | null;
}

/** More than the number of groups. */
const GROUPS = 1_000_000;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) }).optional();
const dayRow = z.object({ id: z.number(), body: z.instanceof(Uint8Array) });
const idRow = z.object({ id: z.number().nullable() });

/** The id of a row. Those of earlier days are smaller. */
export const rowId = ({ day, group }: Place) => day * GROUPS + group;
const placeOf = (id: number): Place => ({ day: Math.floor(id / GROUPS), group: id % GROUPS });

export function createDayRows(db: DatabaseSync, table: 'slots' | 'past_day', groupSize: number): DayRows {
  const readRow = db.prepare(`SELECT body FROM ${table} WHERE id = ?`);
  const findRow = db.prepare(`SELECT 1 FROM ${table} WHERE id = ?`);
  const writeRow = db.prepare(`INSERT OR REPLACE INTO ${table} (id, body) VALUES (?, ?)`);
  const readRows = db.prepare(`SELECT id, body FROM ${table} WHERE id >= ? AND id < ?`);
  const deleteRow = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const deleteRows = db.prepare(`DELETE FROM ${table} WHERE id >= ?`);
  // Each by itself, because SQLite goes through the whole table for both in one statement.
  const readFirst = db.prepare(`SELECT min(id) AS id FROM ${table}`);
  const readLast = db.prepare(`SELECT max(id) AS id FROM ${table}`);
  return {
    groupSize,
    read(place) {
      const stored = bodyRow.parse(readRow.get(rowId(place)));
      return stored ? unpackDay(stored.body) : new Map();
    },
    has: (place) => findRow.get(rowId(place)) !== undefined,
    *of(day) {
      for (const row of readRows.all(rowId({ day, group: 0 }), rowId({ day: day + 1, group: 0 }))) {
        const { id, body } = dayRow.parse(row);
        yield { ...placeOf(id), slots: () => unpackDay(body) };
      }
    },
    write: (place, body) => void writeRow.run(rowId(place), body),
    delete: (place) => void deleteRow.run(rowId(place)),
    deleteFrom: (day) => void deleteRows.run(rowId({ day, group: 0 })),
    first() {
      const { id } = idRow.parse(readFirst.get());
      return id === null ? null : placeOf(id);
    },
    lastDay() {
      const { id } = idRow.parse(readLast.get());
      return id === null ? null : placeOf(id).day;
    },
  };
}
