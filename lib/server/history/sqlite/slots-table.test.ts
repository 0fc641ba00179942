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
