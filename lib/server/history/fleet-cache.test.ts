import { expect, test } from 'vitest';
import type { FleetCounts } from './fleet.ts';
import { createFleetCache } from './fleet-cache.ts';
import { SLOT_MS } from './slot.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const counts = (down: number): FleetCounts => ({
  condition: { down, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
  maintenance: 0,
});

/** A store with slots, and what is read of it. */
function setUp() {
  const store = createSqliteHistory(openInMemory());
  let slotsRead = 0;
  const cached = createFleetCache(async (since, limit) => {
    const slots = await store.fleet(since, limit);
    slotsRead += slots.length;
    return slots;
  });
  let version = 0;
  return {
    store,
    async write(number: number, down = 0) {
      const at = number * SLOT_MS;
      const fleet = { at, firstAt: at, lastAt: at, counts: counts(down) };
      await store.finish({ at, until: at, completeAt: at, fleet });
    },
    /** @returns the slots by number with those that are down, and how many slots were read from the store */
    async read(epoch = '') {
      slotsRead = 0;
      version += 1;
      const slots = await cached({ version: String(version), epoch });
      await cached({ version: String(version), epoch });
      return { slots: slots.map((slot) => [slot.at / SLOT_MS, slot.counts.condition.down]), slotsRead };
    },
  };
}

test('of many slots only the last one and new ones are read again', async () => {
  const { write, read } = setUp();
  for (let n = 1; n <= 50; n += 1) await write(n);
  expect((await read()).slotsRead).toBe(50);
  await write(50, 7);
  await write(51, 8);
  const { slots, slotsRead } = await read();
  expect(slots.slice(-3)).toEqual([
    [49, 0],
    [50, 7],
    [51, 8],
  ]);
  expect(slots).toHaveLength(51);
  expect(slotsRead).toBe(3);
});

test('forgotten slots leave the cache, also all of them', async () => {
  const { store, write, read } = setUp();
  for (let n = 1; n <= 4; n += 1) await write(n);
  await read();
  await store.forget(3 * SLOT_MS);
  expect((await read()).slots).toEqual([
    [3, 0],
    [4, 0],
  ]);
  await store.forget(9 * SLOT_MS);
  expect((await read()).slots).toEqual([]);
  await write(10);
  expect((await read()).slots).toEqual([[10, 0]]);
});

test('in another epoch everything is read again', async () => {
  const { write, read } = setUp();
  for (let n = 1; n <= 4; n += 1) await write(n);
  await read('one');
  await write(2, 9);
  expect((await read('other')).slots[1]).toEqual([2, 9]);
});
