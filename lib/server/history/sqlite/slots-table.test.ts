import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { aMonitor, uuidOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
import type { HistoryStore } from '../history-store.ts';
import { emptySlot, SLOT_MS } from '../slot.ts';
import { openInMemory } from './open-history-file.ts';
import { createSqliteHistory } from './sqlite-history.ts';

/** A history of 800 monitors, and the number of transactions until now. */
async function historyOf800() {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  const monitors = Array.from({ length: 800 }, (_, n) => aMonitor(n));
  const all = monitors.map((monitor) => ({ monitor, seenAt: null }));
  await store.append({ changes: [], known: all, removed: [] });
  const counts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 800, inactive: 0 },
    maintenance: 0,
  };
  const fleet = { at: 0, firstAt: 2, lastAt: 2, counts };
  await store.finish({ at: 2, until: 2, completeAt: 2, fleet });
  const executed = vi.spyOn(db, 'exec');
  return {
    ...{ db, store },
    transactions: () => executed.mock.calls.filter(([statement]) => statement === 'COMMIT').length,
    /** Saves a slot of the first of the monitors. */
    saveSlots: (at: number, count = 800) =>
      store.saveSlots(
        at,
        monitors.slice(0, count).map(({ monitor_uuid }) => ({
          uuid: monitor_uuid,
          slot: { ...emptySlot, seen: 8 },
          lastCheck: 7,
        })),
      ),
  };
}

test('the slots of 800 monitors are saved with five transactions', async () => {
  const { store, transactions, saveSlots } = await historyOf800();
  await saveSlots(SLOT_MS);
  expect(transactions()).toBeGreaterThanOrEqual(5);
  expect(transactions()).toBeLessThanOrEqual(6);
  for (const n of [0, 17, 799]) expect(await store.slots(uuidOf(n), 0)).toHaveLength(1);
  await store.close();
});

test('the later slots of 800 monitors are deleted with six transactions', async () => {
  const { store, transactions, saveSlots } = await historyOf800();
  await saveSlots(SLOT_MS);
  await saveSlots(3 * SLOT_MS);
  const before = transactions();
  await store.clampTo?.(2 * SLOT_MS);
  // One of them is that of the changes.
  expect(transactions() - before).toBeGreaterThanOrEqual(6);
  expect(transactions() - before).toBeLessThanOrEqual(7);
  for (const n of [0, 17, 799]) {
    expect((await store.slots(uuidOf(n), 0))?.map(({ at }) => at)).toEqual([SLOT_MS]);
  }
  await store.close();
});

test('slots from which nothing is deleted are not written again', async () => {
  const { db, store, transactions, saveSlots } = await historyOf800();
  await saveSlots(SLOT_MS);
  await saveSlots(3 * SLOT_MS, 10);
  const readTotal = db.prepare('SELECT total_changes() AS total');
  const rows = () => z.object({ total: z.number() }).parse(readTotal.get()).total;
  const before = { rows: rows(), transactions: transactions() };
  await store.clampTo?.(2 * SLOT_MS);
  // The slots of these ten, and the times of the last reading.
  expect(rows() - before.rows).toBe(2);
  expect(transactions() - before.transactions).toBe(2);
  for (const n of [0, 799]) expect(await store.slots(uuidOf(n), 0)).toHaveLength(1);
  await store.close();
});

const DAY = 96;

/** How many rows each of the tables has. */
function rowsIn(db: ReturnType<typeof openInMemory>): { recent: number; past: number } {
  const counts = '(SELECT count(*) FROM slots) AS recent, (SELECT count(*) FROM past_day) AS past';
  return z.object({ recent: z.number(), past: z.number() }).parse(db.prepare(`SELECT ${counts}`).get());
}

/** Packs all days before that of a time. */
async function packAll(store: HistoryStore, before: number): Promise<void> {
  while (await store.packPast?.(before));
}

test('a day that is over is packed into fewer rows, one at a time, and stays as it was', async () => {
  const { db, store, saveSlots } = await historyOf800();
  for (const n of [0, 1, DAY - 1]) await saveSlots(n * SLOT_MS);
  expect(rowsIn(db)).toEqual({ recent: 51, past: 0 });
  expect(await store.packPast?.((DAY - 1) * SLOT_MS), 'it is not over').toBe(false);
  const before = await Promise.all([0, 17, 799].map((n) => store.slots(uuidOf(n), 0)));
  await saveSlots(DAY * SLOT_MS, 16);
  const present = rowsIn(db).recent - 51;
  expect(await store.packPast?.(DAY * SLOT_MS)).toBe(true);
  expect(rowsIn(db).past).toBe(1);
  await packAll(store, DAY * SLOT_MS);
  expect(rowsIn(db), 'of 800 monitors, whose ids begin with 1').toEqual({ recent: present, past: 13 });
  const after = await Promise.all([0, 17, 799].map((n) => store.slots(uuidOf(n), 0)));
  expect(after.map((slots) => slots?.slice(0, 3))).toEqual(before);
  await store.close();
});

test('a slot that is written after its day was packed is part of it', async () => {
  const { db, store, saveSlots } = await historyOf800();
  await saveSlots(0);
  await saveSlots(DAY * SLOT_MS);
  await packAll(store, DAY * SLOT_MS);
  const { past } = rowsIn(db);
  await saveSlots(2 * SLOT_MS);
  await saveSlots(SLOT_MS, 400);
  const starts = async (n: number) => (await store.slots(uuidOf(n), 0))?.map(({ at }) => at / SLOT_MS);
  expect(await starts(1)).toEqual([0, 1, 2, DAY]);
  expect(await starts(700)).toEqual([0, 2, DAY]);
  await packAll(store, DAY * SLOT_MS);
  expect(rowsIn(db)).toEqual({ recent: 51, past });
  expect(await starts(1)).toEqual([0, 1, 2, DAY]);
  expect(await starts(700)).toEqual([0, 2, DAY]);
  await store.close();
});

test('later slots are deleted from a day that was packed, too, and old days are forgotten', async () => {
  const { db, store, saveSlots } = await historyOf800();
  for (const n of [0, 3, DAY, DAY + 1]) await saveSlots(n * SLOT_MS);
  await packAll(store, DAY * SLOT_MS);
  expect(rowsIn(db).recent, 'of the last day').toBe(51);
  await store.clampTo?.(2 * SLOT_MS);
  for (const n of [0, 799]) expect((await store.slots(uuidOf(n), 0))?.map(({ at }) => at)).toEqual([0]);
  expect(rowsIn(db).recent).toBe(0);
  await saveSlots(DAY * SLOT_MS);
  await store.forget(DAY * SLOT_MS);
  expect(rowsIn(db).past).toBe(0);
  expect((await store.slots(uuidOf(0), 0))?.map(({ at }) => at)).toEqual([DAY * SLOT_MS]);
  await store.close();
});

test('a day that is forgotten while it is packed stays forgotten', async () => {
  const { db, store, saveSlots } = await historyOf800();
  await saveSlots(0);
  await saveSlots(DAY * SLOT_MS);
  const packing = store.packPast?.(DAY * SLOT_MS);
  await store.forget(DAY * SLOT_MS);
  await packing;
  expect(rowsIn(db)).toEqual({ recent: 51, past: 0 });
  await store.close();
});

test('what was saved of the open slot is found although its day was packed', async () => {
  const { store, saveSlots } = await historyOf800();
  await saveSlots(0);
  await packAll(store, DAY * SLOT_MS);
  expect((await store.load())?.openSlot?.slots.size).toBe(800);
  await store.close();
});
