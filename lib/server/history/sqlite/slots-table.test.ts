import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { aMonitor, uuidOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
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
  const counts = { condition: { down: 0, overdue: 0, pending: 0, up: 800, inactive: 0 }, maintenance: 0 };
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
function rowsIn(db: ReturnType<typeof openInMemory>): { open: number; closed: number } {
  const counts = '(SELECT count(*) FROM slots) AS open, (SELECT count(*) FROM closed_day) AS closed';
  return z.object({ open: z.number(), closed: z.number() }).parse(db.prepare(`SELECT ${counts}`).get());
}

test('a day that is over is packed into fewer rows, a part after each save, and stays as it was', async () => {
  const { db, store, saveSlots } = await historyOf800();
  for (const n of [0, 1, DAY - 1]) await saveSlots(n * SLOT_MS);
  expect(rowsIn(db)).toEqual({ open: 51, closed: 0 });
  const before = await Promise.all([0, 17, 799].map((n) => store.slots(uuidOf(n), 0)));
  await saveSlots(DAY * SLOT_MS, 16);
  const half = rowsIn(db);
  expect(half.closed).toBe(8);
  expect(half.open).toBeLessThan(25);
  await saveSlots(DAY * SLOT_MS, 16);
  expect(rowsIn(db).closed, 'of 800 monitors, whose ids begin with 1').toBe(13);
  expect(rowsIn(db).open, 'of the present day').toBeLessThanOrEqual(2);
  const after = await Promise.all([0, 17, 799].map((n) => store.slots(uuidOf(n), 0)));
  expect(after.map((slots) => slots?.slice(0, 3))).toEqual(before);
  await store.close();
});

test('a slot that is written after its day was packed is part of it', async () => {
  const { db, store, saveSlots } = await historyOf800();
  await saveSlots(0);
  await saveSlots(DAY * SLOT_MS);
  const { closed } = rowsIn(db);
  await saveSlots(2 * SLOT_MS);
  await saveSlots(SLOT_MS, 400);
  const starts = async (n: number) => (await store.slots(uuidOf(n), 0))?.map(({ at }) => at / SLOT_MS);
  expect(await starts(1)).toEqual([0, 1, 2, DAY]);
  expect(await starts(700)).toEqual([0, 2, DAY]);
  await saveSlots((DAY + 1) * SLOT_MS);
  expect(rowsIn(db).closed).toBe(closed);
  expect(await starts(1)).toEqual([0, 1, 2, DAY, DAY + 1]);
  expect(await starts(700)).toEqual([0, 2, DAY, DAY + 1]);
  await store.close();
});

test('later slots are deleted from a day that was packed, too, and old days are forgotten', async () => {
  const { db, store, saveSlots } = await historyOf800();
  for (const n of [0, 3, DAY, DAY + 1]) await saveSlots(n * SLOT_MS);
  expect(rowsIn(db).open, 'of the last day').toBe(51);
  await store.clampTo?.(2 * SLOT_MS);
  for (const n of [0, 799]) expect((await store.slots(uuidOf(n), 0))?.map(({ at }) => at)).toEqual([0]);
  expect(rowsIn(db).open).toBe(0);
  await saveSlots(DAY * SLOT_MS);
  await store.forget(DAY * SLOT_MS);
  expect(rowsIn(db).closed).toBe(0);
  expect((await store.slots(uuidOf(0), 0))?.map(({ at }) => at)).toEqual([DAY * SLOT_MS]);
  await store.close();
});

test('what was saved of the open slot is found although its day was packed', async () => {
  const { store, saveSlots } = await historyOf800();
  await saveSlots(0);
  await saveSlots(DAY * SLOT_MS);
  await store.clampTo?.(2);
  expect((await store.load())?.openSlot?.slots.size).toBe(800);
  await store.close();
});
