import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { SlotEntry } from '../history-store.ts';
import { inTurns } from '../in-turns.ts';
import { SLOT_MS, SLOTS_A_DAY, type Slot } from '../slot.ts';
import { type DaySlots, packClosedDay, packDay } from '../slot-codec.ts';
import { createPackedDays, type PackedDays, rowId } from './packed-days.ts';
import { transaction } from './transaction.ts';

/** Number of monitors whose slots of a day are stored together: they compress better, and are written faster. */
const CHUNK = 16;
/** The same for days that are over: a multiple of it. */
const CLOSED_CHUNK = 64;
/** Number of chunks written in one transaction: each writes whole pages, which monitors of several chunks share. */
const CHUNKS_PER_WRITE = 10;
/** Number of chunks that are closed after each save: enough for the day of 50,000 monitors, if only slots are saved at their ends. */
const CLOSED_PER_SAVE = 8;

/** `monitor`: its id. */
type NumberedEntry = SlotEntry & { monitor: number };

/** The slots of all monitors by day. Monitors are identified by their ids. */
export interface SlotsTable {
  save(at: number, entries: readonly NumberedEntry[]): Promise<void>;
  of(monitor: number, since: number): Promise<{ at: number; slot: Slot }[]>;
  /** The slots of all monitors that begin at a time. */
  at(start: number): Promise<Map<number, Slot>>;
  /** Deletes the slots that begin after a time. */
  deleteAfter(instant: number): Promise<void>;
}

const dayOf = (instant: number) => Math.floor(instant / DAY_MS);
const numberOf = (instant: number) => Math.floor(instant / SLOT_MS) % SLOTS_A_DAY;

/** The first id of the day of a time, in both tables: smaller ones are of earlier days. */
export const firstIdOf = (instant: number) => rowId(dayOf(instant), 0);

/**
 * Slots are written to rows of few monitors, which grow during the day. When it is over, they are packed again, for more
 * monitors and with more effort, into rows that do not grow any more: that halves the space they take.
 */
export function createSlotsTable(db: DatabaseSync): SlotsTable {
  const open = createPackedDays(db, 'slots', CHUNK);
  const closed = createPackedDays(db, 'closed_day', CLOSED_CHUNK);
  const setLastCheck = db.prepare('UPDATE monitor SET last_check = ? WHERE id = ?');

  /** Packs what is stored of a day together with one more slot of some monitors. */
  function packedChunk(at: number, chunk: number, entries: readonly NumberedEntry[]): Buffer {
    const slots = open.read(dayOf(at), chunk);
    for (const { monitor, slot } of entries) addSlots(slots, monitor % CHUNK, [[numberOf(at), slot]]);
    return packDay(slots);
  }

  /** Closes a chunk of a day. What is stored of it already is of a day that was written once more. */
  async function close(day: number, chunk: number): Promise<void> {
    const slots = closed.read(day, chunk);
    const chunks = Array.from({ length: CLOSED_CHUNK / CHUNK }, (_, n) => (chunk * CLOSED_CHUNK) / CHUNK + n);
    for (const one of chunks) {
      for (const [place, more] of open.read(day, one)) {
        addSlots(slots, (one * CHUNK + place) % CLOSED_CHUNK, more);
      }
    }
    const body = await packClosedDay(slots);
    transaction(db, () => {
      closed.write(day, chunk, body);
      for (const one of chunks) open.delete(day, one);
    });
  }

  async function closeSome(today: number): Promise<void> {
    for (let n = 0; n < CLOSED_PER_SAVE; n += 1) {
      const first = open.first();
      if (first === null || first.day >= today) return;
      await close(first.day, Math.floor((first.chunk * CHUNK) / CLOSED_CHUNK));
    }
  }

  /** The slots of a monitor on a day, in their order. */
  function ofDay(day: number, monitor: number): [number, Slot][] {
    const of = ({ size, read }: PackedDays) =>
      read(day, Math.floor(monitor / size)).get(monitor % size) ?? [];
    return [...new Map([...of(closed), ...of(open)])].sort(([a], [b]) => a - b);
  }

  async function deleteFromRows(
    days: PackedDays,
    pack: (slots: DaySlots) => Buffer | Promise<Buffer>,
    instant: number,
  ): Promise<void> {
    days.deleteFrom(dayOf(instant) + 1);
    for await (const some of inTurns(days.of(dayOf(instant)), CHUNKS_PER_WRITE)) {
      const packed: { day: number; chunk: number; body: Buffer }[] = [];
      for (const { day, chunk, slots } of some) {
        const left = slots();
        if (deleteSlotsAfter(left, numberOf(instant))) packed.push({ day, chunk, body: await pack(left) });
        await setImmediate();
      }
      if (packed.length === 0) continue;
      transaction(db, () => {
        for (const { day, chunk, body } of packed) days.write(day, chunk, body);
      });
    }
  }

  return {
    async save(at, entries) {
      const chunks = Map.groupBy(entries, ({ monitor }) => Math.floor(monitor / CHUNK));
      for await (const some of inTurns(chunks, CHUNKS_PER_WRITE)) {
        const packed: { chunk: number; body: Buffer }[] = [];
        for (const [chunk, own] of some) {
          packed.push({ chunk, body: packedChunk(at, chunk, own) });
          await setImmediate();
        }
        transaction(db, () => {
          for (const { chunk, body } of packed) open.write(dayOf(at), chunk, body);
          for (const [, own] of some) {
            for (const { monitor, lastCheck } of own) setLastCheck.run(lastCheck, monitor);
          }
        });
      }
      await closeSome(dayOf(at));
    },
    async of(monitor, since) {
      const found: { at: number; slot: Slot }[] = [];
      const stored = [closed.first()?.day, open.first()?.day, closed.lastDay(), open.lastDay()];
      const days = stored.filter((day) => day !== undefined && day !== null);
      for (let day = Math.max(dayOf(since), Math.min(...days)); day <= Math.max(...days); day += 1) {
        for (const [number, slot] of ofDay(day, monitor)) {
          const at = day * DAY_MS + number * SLOT_MS;
          if (at >= since) found.push({ at, slot });
        }
        await setImmediate();
      }
      return found;
    },
    async at(start) {
      const found = new Map<number, Slot>();
      for (const days of [closed, open]) {
        for (const { chunk, slots } of days.of(dayOf(start))) {
          for (const [place, own] of slots()) {
            const slot = own.get(numberOf(start));
            if (slot) found.set(chunk * days.size + place, slot);
          }
          await setImmediate();
        }
      }
      return found;
    },
    async deleteAfter(instant) {
      await deleteFromRows(open, packDay, instant);
      await deleteFromRows(closed, packClosedDay, instant);
    },
  };
}

/** Adds slots of a monitor to those of a day, in the place of those with the same number, and in the order of the numbers. */
function addSlots(day: DaySlots, place: number, more: Iterable<readonly [number, Slot]>): void {
  const slots = [...(day.get(place) ?? new Map<number, Slot>()), ...more].sort(([a], [b]) => a - b);
  day.set(place, new Map(slots));
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
