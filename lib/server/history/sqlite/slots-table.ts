import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { SlotEntry } from '../history-store.ts';
import { inTurns } from '../in-turns.ts';
import { SLOT_MS, SLOTS_A_DAY, type Slot } from '../slot.ts';
import { type DaySlots, packDay, unpackDay } from '../slot-codec.ts';
import { transaction } from './transaction.ts';

/** Number of monitors whose slots of a day are stored together: they compress better, and are written faster. */
const CHUNK = 16;
/** More than the number of such chunks of a day. */
const CHUNKS = 1_000_000;

/** Number of chunks written in one transaction: each writes whole pages, which monitors of several chunks share. */
const CHUNKS_PER_WRITE = 10;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) }).optional();
const chunkRow = z.object({ id: z.number(), body: z.instanceof(Uint8Array) });

/** A row of the table. */
interface PackedChunk {
  id: number;
  body: Buffer;
}

/** `monitor`: its id. */
type NumberedEntry = SlotEntry & { monitor: number };

/** The slots of all monitors by day. Monitors are identified by their ids. */
export interface SlotsTable {
  save(at: number, entries: readonly NumberedEntry[]): Promise<void>;
  of(monitor: number, since: number): { at: number; slot: Slot }[];
  /** The slots of all monitors that begin at a time. */
  at(start: number): Promise<Map<number, Slot>>;
  /** Deletes the slots that begin after a time. */
  deleteAfter(instant: number): Promise<void>;
  /** The first id of the day of a time: smaller ones are of earlier days. */
  firstIdOf(instant: number): number;
}

const rangeRow = z.object({ first: z.number().nullable(), last: z.number().nullable() });

const idOf = (day: number, chunk: number) => day * CHUNKS + chunk;
const dayOf = (instant: number) => Math.floor(instant / DAY_MS);
const numberOf = (instant: number) => Math.floor(instant / SLOT_MS) % SLOTS_A_DAY;

export function createSlotsTable(db: DatabaseSync): SlotsTable {
  const readDay = db.prepare('SELECT body FROM slots WHERE id = ?');
  const writeDay = db.prepare('INSERT OR REPLACE INTO slots (id, body) VALUES (?, ?)');
  const readChunks = db.prepare('SELECT id, body FROM slots WHERE id >= ? AND id < ?');
  const deleteFrom = db.prepare('DELETE FROM slots WHERE id >= ?');
  const readRange = db.prepare('SELECT min(id) AS first, max(id) AS last FROM slots');
  const setLastCheck = db.prepare('UPDATE monitor SET last_check = ? WHERE id = ?');

  /** Packs what is stored of a day together with one more slot of some monitors. */
  function packedChunk(at: number, id: number, entries: readonly NumberedEntry[]): Buffer {
    const stored = bodyRow.parse(readDay.get(id));
    const day: DaySlots = stored ? unpackDay(stored.body) : new Map();
    for (const { monitor, slot } of entries) {
      const slots = day.get(monitor % CHUNK) ?? new Map<number, Slot>();
      slots.set(numberOf(at), slot);
      // In the order of their numbers, also when an earlier slot is written late.
      day.set(monitor % CHUNK, new Map([...slots].sort(([a], [b]) => a - b)));
    }
    return packDay(day);
  }

  function writeChunks(packed: readonly PackedChunk[]): void {
    for (const { id, body } of packed) writeDay.run(id, body);
  }

  return {
    async save(at, entries) {
      const chunks = Map.groupBy(entries, ({ monitor }) => idOf(dayOf(at), Math.floor(monitor / CHUNK)));
      for await (const some of inTurns(chunks, CHUNKS_PER_WRITE)) {
        const packed: PackedChunk[] = [];
        for (const [id, own] of some) {
          packed.push({ id, body: packedChunk(at, id, own) });
          await setImmediate();
        }
        transaction(db, () => {
          writeChunks(packed);
          for (const [, own] of some) {
            for (const { monitor, lastCheck } of own) setLastCheck.run(lastCheck, monitor);
          }
        });
      }
    },
    of(monitor, since) {
      const { first, last } = rangeRow.parse(readRange.get());
      const found: { at: number; slot: Slot }[] = [];
      if (first === null || last === null) return found;
      const from = Math.max(dayOf(since), Math.floor(first / CHUNKS));
      for (let day = from; day <= Math.floor(last / CHUNKS); day += 1) {
        const stored = bodyRow.parse(readDay.get(idOf(day, Math.floor(monitor / CHUNK))));
        const slots = stored && unpackDay(stored.body).get(monitor % CHUNK);
        for (const [number, slot] of slots ?? []) {
          const at = day * DAY_MS + number * SLOT_MS;
          if (at >= since) found.push({ at, slot });
        }
      }
      return found;
    },
    async at(start) {
      const found = new Map<number, Slot>();
      for (const row of readChunks.all(idOf(dayOf(start), 0), idOf(dayOf(start) + 1, 0))) {
        const { id, body } = chunkRow.parse(row);
        const chunk = id % CHUNKS;
        for (const [place, slots] of unpackDay(body)) {
          const slot = slots.get(numberOf(start));
          if (slot) found.set(chunk * CHUNK + place, slot);
        }
        await setImmediate();
      }
      return found;
    },
    async deleteAfter(instant) {
      const [first, end] = [idOf(dayOf(instant), 0), idOf(dayOf(instant) + 1, 0)];
      deleteFrom.run(end);
      for await (const some of inTurns(readChunks.all(first, end), CHUNKS_PER_WRITE)) {
        const packed: PackedChunk[] = [];
        for (const row of some) {
          const { id, body } = chunkRow.parse(row);
          const day = unpackDay(body);
          if (deleteSlotsAfter(day, numberOf(instant))) packed.push({ id, body: packDay(day) });
          await setImmediate();
        }
        if (packed.length > 0) transaction(db, () => writeChunks(packed));
      }
    },
    firstIdOf: (instant) => idOf(dayOf(instant), 0),
  };
}

/** Deletes the slots of a day after one of them. @returns whether there were any */
function deleteSlotsAfter(day: DaySlots, last: number): boolean {
  let isChanged = false;
  for (const slots of day.values()) {
    for (const number of slots.keys()) {
      if (number <= last) continue;
      slots.delete(number);
      isChanged = true;
    }
  }
  return isChanged;
}
