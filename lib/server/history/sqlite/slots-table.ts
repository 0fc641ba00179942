import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { SlotEntry } from '../history-store.ts';
import { inTurns } from '../in-turns.ts';
import { SLOT_MS, SLOTS_A_DAY, type Slot } from '../slot.ts';
import { type DaySlots, packDay, packPastDay } from '../slot-codec.ts';
import { createDayRows, type DayRows, type Place, rowId } from './day-rows.ts';
import { transaction } from './transaction.ts';

/** Number of monitors whose slots of a day are a row: they compress better, and are written faster. */
const GROUP = 16;
/** The same for days that are over: a multiple of it. */
const PAST_GROUP = 64;
/** Number of rows written in one transaction: each writes whole pages, which several rows share. */
const ROWS_PER_WRITE = 10;

/** `monitor`: its id. */
type NumberedEntry = SlotEntry & { monitor: number };

/** The slots of all monitors by day. Monitors are identified by their ids. */
export interface SlotsTable {
  save(at: number, entries: readonly NumberedEntry[]): Promise<void>;
  /** See `HistoryStore`. Nothing may be saved or deleted by `deleteAfter` meanwhile; old days may be forgotten. */
  packPast(before: number): Promise<boolean>;
  of(monitor: number, since: number): Promise<{ at: number; slot: Slot }[]>;
  /** The slots of all monitors that begin at a time. */
  at(start: number): Promise<Map<number, Slot>>;
  /** Deletes the slots that begin after a time. */
  deleteAfter(instant: number): Promise<void>;
}

const dayOf = (instant: number) => Math.floor(instant / DAY_MS);
const numberOf = (instant: number) => Math.floor(instant / SLOT_MS) % SLOTS_A_DAY;

/** The first id of the day of a time, in both tables: smaller ones are of earlier days. */
export const firstIdOf = (instant: number) => rowId({ day: dayOf(instant), group: 0 });

/**
 * Slots are written to rows of few monitors, which grow during the day. When it is over, they are packed again, for more
 * monitors and with more effort, into rows that do not grow any more.
 */
export function createSlotsTable(db: DatabaseSync): SlotsTable {
  const recent = createDayRows(db, 'slots', GROUP);
  const past = createDayRows(db, 'past_day', PAST_GROUP);
  const setLastCheck = db.prepare('UPDATE monitor SET last_check = ? WHERE id = ?');

  /** Packs what is stored of a group together with one more slot of some of its monitors. */
  function packedWith(at: number, group: number, entries: readonly NumberedEntry[]): Buffer {
    const slots = recent.read({ day: dayOf(at), group });
    for (const { monitor, slot } of entries) addSlots(slots, monitor % GROUP, [[numberOf(at), slot]]);
    return packDay(slots);
  }

  /** Moves the slots of a group on a past day. What is there already is of a day that was packed before. */
  async function packGroup(place: Place): Promise<void> {
    const { day, group } = place;
    const slots = past.read(place);
    const sources = Array.from({ length: PAST_GROUP / GROUP }, (_, n) => ({
      day,
      group: (group * PAST_GROUP) / GROUP + n,
    }));
    for (const source of sources) {
      for (const [number, more] of recent.read(source)) {
        addSlots(slots, (source.group * GROUP + number) % PAST_GROUP, more);
      }
    }
    const body = await packPastDay(slots);
    transaction(db, () => {
      // Forgotten meanwhile.
      if (!sources.some(recent.has)) return;
      past.write(place, body);
      for (const source of sources) recent.delete(source);
    });
  }

  /** The slots of a monitor on a day, in their order. */
  function ofDay(day: number, monitor: number): [number, Slot][] {
    const of = ({ groupSize, read }: DayRows) =>
      read({ day, group: Math.floor(monitor / groupSize) }).get(monitor % groupSize) ?? [];
    return [...new Map([...of(past), ...of(recent)])].sort(([a], [b]) => a - b);
  }

  async function deleteFromRows(
    rows: DayRows,
    pack: (slots: DaySlots) => Buffer | Promise<Buffer>,
    instant: number,
  ): Promise<void> {
    rows.deleteFrom(dayOf(instant) + 1);
    for await (const some of inTurns(rows.of(dayOf(instant)), ROWS_PER_WRITE)) {
      const packed: (Place & { body: Buffer })[] = [];
      for (const { day, group, slots } of some) {
        const left = slots();
        if (deleteSlotsAfter(left, numberOf(instant))) packed.push({ day, group, body: await pack(left) });
        await setImmediate();
      }
      if (packed.length === 0) continue;
      transaction(db, () => {
        for (const { body, ...place } of packed) rows.write(place, body);
      });
    }
  }

  return {
    async save(at, entries) {
      const groups = Map.groupBy(entries, ({ monitor }) => Math.floor(monitor / GROUP));
      for await (const some of inTurns(groups, ROWS_PER_WRITE)) {
        const packed: { group: number; body: Buffer }[] = [];
        for (const [group, own] of some) {
          packed.push({ group, body: packedWith(at, group, own) });
          await setImmediate();
        }
        transaction(db, () => {
          for (const { group, body } of packed) recent.write({ day: dayOf(at), group }, body);
          for (const [, own] of some) {
            for (const { monitor, lastCheck } of own) setLastCheck.run(lastCheck, monitor);
          }
        });
      }
    },
    async packPast(before) {
      const first = recent.first();
      if (first === null || first.day >= dayOf(before)) return false;
      await packGroup({ day: first.day, group: Math.floor((first.group * GROUP) / PAST_GROUP) });
      return true;
    },
    async of(monitor, since) {
      const found: { at: number; slot: Slot }[] = [];
      const stored = [past.first()?.day, recent.first()?.day, past.lastDay(), recent.lastDay()];
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
      for (const rows of [past, recent]) {
        for (const { group, slots } of rows.of(dayOf(start))) {
          for (const [number, own] of slots()) {
            const slot = own.get(numberOf(start));
            if (slot) found.set(group * rows.groupSize + number, slot);
          }
          await setImmediate();
        }
      }
      return found;
    },
    async deleteAfter(instant) {
      await deleteFromRows(recent, packDay, instant);
      await deleteFromRows(past, packPastDay, instant);
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
