import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { SlotEntry } from '../history-store.ts';
import { DAY_MS, SLOT_MS, SLOTS_A_DAY, type Slot } from '../slot.ts';
import { type DaySlots, packDay, unpackDay } from '../slot-codec.ts';
import { transaction } from './transaction.ts';

/** Number of monitors whose slots of a day are stored together: they compress better, and are written faster. */
const CHUNK = 32;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) }).optional();
const dayRow = z.object({ day: z.number(), body: z.instanceof(Uint8Array) });
const chunkRow = z.object({ chunk: z.number(), body: z.instanceof(Uint8Array) });

/** The slots of all monitors by day. Monitors are identified by their ids. */
export interface SlotsTable {
  save(at: number, entries: readonly (SlotEntry & { monitor: number })[]): Promise<void>;
  of(monitor: number, since: number): { at: number; slot: Slot }[];
  /** The slots of all monitors that begin at a time. */
  at(start: number): Promise<Map<number, Slot>>;
}

const dayOf = (instant: number) => Math.floor(instant / DAY_MS);
const numberOf = (instant: number) => Math.floor(instant / SLOT_MS) % SLOTS_A_DAY;

export function createSlotsTable(db: DatabaseSync): SlotsTable {
  const readDay = db.prepare('SELECT body FROM slots WHERE day = ? AND chunk = ?');
  const writeDay = db.prepare('INSERT OR REPLACE INTO slots (day, chunk, body) VALUES (?, ?, ?)');
  const readDays = db.prepare('SELECT day, body FROM slots WHERE day >= ? AND chunk = ? ORDER BY day');
  const readChunks = db.prepare('SELECT chunk, body FROM slots WHERE day = ?');
  const setLastCheck = db.prepare('UPDATE monitor SET last_check = ? WHERE id = ?');

  function saveChunk(at: number, chunk: number, entries: readonly (SlotEntry & { monitor: number })[]): void {
    const stored = bodyRow.parse(readDay.get(dayOf(at), chunk));
    const day: DaySlots = stored ? unpackDay(stored.body) : new Map();
    for (const { monitor, slot } of entries) {
      const slots = day.get(monitor % CHUNK) ?? new Map<number, Slot>();
      slots.set(numberOf(at), slot);
      // In the order of their numbers, also when an earlier slot is written late.
      day.set(monitor % CHUNK, new Map([...slots].sort(([a], [b]) => a - b)));
    }
    transaction(db, () => {
      writeDay.run(dayOf(at), chunk, packDay(day));
      for (const { monitor, lastCheck } of entries) setLastCheck.run(lastCheck, monitor);
    });
  }

  return {
    async save(at, entries) {
      const chunks = Map.groupBy(entries, ({ monitor }) => Math.floor(monitor / CHUNK));
      for (const [chunk, some] of chunks) {
        saveChunk(at, chunk, some);
        await setImmediate();
      }
    },
    of(monitor, since) {
      const rows = readDays.all(dayOf(since), Math.floor(monitor / CHUNK)).map((row) => dayRow.parse(row));
      return rows.flatMap(({ day, body }) =>
        [...(unpackDay(body).get(monitor % CHUNK) ?? [])]
          .map(([number, slot]) => ({ at: day * DAY_MS + number * SLOT_MS, slot }))
          .filter(({ at }) => at >= since),
      );
    },
    async at(start) {
      const found = new Map<number, Slot>();
      for (const row of readChunks.all(dayOf(start))) {
        const { chunk, body } = chunkRow.parse(row);
        for (const [place, slots] of unpackDay(body)) {
          const slot = slots.get(numberOf(start));
          if (slot) found.set(chunk * CHUNK + place, slot);
        }
        await setImmediate();
      }
      return found;
    },
  };
}
