import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DaySlots, unpackDay } from '../slot-codec.ts';

/** Some neighbouring monitors on one day. `day`: whole days since 1970; `chunk`: the number of these monitors. */
interface Chunk {
  day: number;
  chunk: number;
  /** Unpacks their slots. */
  slots(): DaySlots;
}

/** One of the two tables with packed days: a row for each chunk of monitors and each day. */
export interface PackedDays {
  /** Number of monitors a row. */
  readonly size: number;
  read(day: number, chunk: number): DaySlots;
  /** The rows of a day. */
  of(day: number): Generator<Chunk>;
  write(day: number, chunk: number, body: Buffer): void;
  delete(day: number, chunk: number): void;
  /** Deletes the rows of a day and of all later ones. */
  deleteFrom(day: number): void;
  /** The first row; null when there is none. */
  first(): Pick<Chunk, 'day' | 'chunk'> | null;
  lastDay(): number | null;
}

/** More than the number of chunks of a day. */
const CHUNKS = 1_000_000;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) }).optional();
const chunkRow = z.object({ id: z.number(), body: z.instanceof(Uint8Array) });
const rangeRow = z.object({ first: z.number().nullable(), last: z.number().nullable() });

/** The id of a row. Those of earlier days are smaller. */
export const rowId = (day: number, chunk: number) => day * CHUNKS + chunk;

/** @param size number of monitors a row */
export function createPackedDays(db: DatabaseSync, table: 'slots' | 'closed_day', size: number): PackedDays {
  const readRow = db.prepare(`SELECT body FROM ${table} WHERE id = ?`);
  const writeRow = db.prepare(`INSERT OR REPLACE INTO ${table} (id, body) VALUES (?, ?)`);
  const readRows = db.prepare(`SELECT id, body FROM ${table} WHERE id >= ? AND id < ?`);
  const deleteRow = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const deleteRows = db.prepare(`DELETE FROM ${table} WHERE id >= ?`);
  const readRange = db.prepare(`SELECT min(id) AS first, max(id) AS last FROM ${table}`);
  return {
    size,
    read(day, chunk) {
      const stored = bodyRow.parse(readRow.get(rowId(day, chunk)));
      return stored ? unpackDay(stored.body) : new Map();
    },
    *of(day) {
      for (const row of readRows.all(rowId(day, 0), rowId(day + 1, 0))) {
        const { id, body } = chunkRow.parse(row);
        yield { day, chunk: id % CHUNKS, slots: () => unpackDay(body) };
      }
    },
    write: (day, chunk, body) => void writeRow.run(rowId(day, chunk), body),
    delete: (day, chunk) => void deleteRow.run(rowId(day, chunk)),
    deleteFrom: (day) => void deleteRows.run(rowId(day, 0)),
    first() {
      const { first } = rangeRow.parse(readRange.get());
      return first === null ? null : { day: Math.floor(first / CHUNKS), chunk: first % CHUNKS };
    },
    lastDay() {
      const { last } = rangeRow.parse(readRange.get());
      return last === null ? null : Math.floor(last / CHUNKS);
    },
  };
}
