import { expect, test } from 'vitest';
import { SLOT_MS } from '../history/slots.ts';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { startRecordedInventory, up } from './recorded-inventory.fixtures.ts';
import { createSlotHistory } from './slot-history.ts';

const MINUTE = 60_000;

/** The service on a history of two monitors that counts the reads of slots. */
async function setUp() {
  const { crawl, ...parts } = await startRecordedInventory();
  const { history } = parts;
  let reads = 0;
  const { getMonitorHistory, getFleetHistory } = createSlotHistory({
    ...parts,
    history: {
      ...history,
      slots(uuid, query) {
        reads += 1;
        return history.slots(uuid, query);
      },
    },
  });
  return {
    clock: parts.clock,
    get: getMonitorHistory,
    fleet: getFleetHistory,
    /** How often slots were read since the last call. */
    reads() {
      const before = reads;
      reads = 0;
      return before;
    },
    read: (fields: Partial<InventoryMonitor> = {}) => crawl(up(1, fields), up(2, fields)),
  };
}

test('viewers of the same monitor and range share one response until the next crawl', async () => {
  const { clock, get, read, reads } = await setUp();
  await read();
  const first = await get(uuidOf(1), 30);
  expect(reads()).toBe(1);
  expect(await get(uuidOf(1), 30)).toBe(first);
  expect(reads()).toBe(0);
  await get(uuidOf(1), 1);
  await get(uuidOf(2), 30);
  expect(reads()).toBe(2);
  clock.advance(MINUTE);
  await read();
  const checksOf = ({ body }: typeof first) => body.data.slots.reduce((sum, { checks }) => sum + checks, 0);
  expect(checksOf(await get(uuidOf(1), 30))).toBe(checksOf(first) + 1);
  expect(reads()).toBe(1);
});

test('a response of many days begins with a later slot as time passes, also without a crawl', async () => {
  const { clock, get, read } = await setUp();
  await read();
  expect((await get(uuidOf(1), 1)).body.data.slots).toHaveLength(1);
  clock.advance(24 * 60 * MINUTE - SLOT_MS);
  await read();
  expect((await get(uuidOf(1), 1)).body.data.slots).toHaveLength(2);
  clock.advance(SLOT_MS);
  expect((await get(uuidOf(1), 1)).body.data.slots).toHaveLength(1);
});

test('a slot has the number and the mean of the response times of its checks', async () => {
  const { clock, get, read } = await setUp();
  // A check before the slot began would not count.
  clock.advance(MINUTE);
  await read({ last_status: 'up', last_response_time_ms: 100 });
  clock.advance(MINUTE);
  await read({ last_status: 'down', last_response_time_ms: null });
  const { slots } = (await get(uuidOf(1), 1)).body.data;
  expect(slots).toMatchObject([{ checks: 2, down: 1, timed: 1, mean_ms: 100, max_ms: 100 }]);
});

test('the longest outage has its time, from the reading that showed it to the one that did not', async () => {
  const { clock, get, read } = await setUp();
  const times: string[] = [];
  for (const last_status of ['up', 'down', 'up', 'down', 'down', 'up']) {
    clock.advance(MINUTE);
    times.push(new Date(clock.now()).toISOString());
    await read({ last_status });
  }
  expect((await get(uuidOf(1), 1)).body.data.outages).toMatchObject({
    outages: { least: 2, most: 2 },
    longest_at: { from: times[3], to: times[5] },
  });
});

test('of two outages, nobody knows the longest when the bounds of their lengths overlap', async () => {
  const { clock, get, read } = await setUp();
  const readAfter = async (minutes: number, last_status: 'up' | 'down') => {
    clock.advance(minutes * MINUTE);
    await read({ last_status });
  };
  await readAfter(1, 'up');
  // Up to 12 minutes, then 3 to 5.
  await readAfter(6, 'down');
  await readAfter(6, 'up');
  for (const status of ['down', 'down', 'down', 'down', 'up'] as const) await readAfter(1, status);
  expect((await get(uuidOf(1), 1)).body.data.outages).toMatchObject({
    outages: { least: 2 },
    longest_at: null,
  });
});

test('the outages and the changes are of the same range', async () => {
  const { clock, get, read } = await setUp();
  for (const last_status of ['up', 'down', 'up']) {
    clock.advance(MINUTE);
    await read({ last_status });
  }
  // In the hour in which the range begins.
  clock.advance(7 * 24 * 60 * MINUTE - 3 * MINUTE);
  const { outages, changes } = (await get(uuidOf(1), 7)).body.data;
  expect(outages?.outages).toEqual({ least: 1, most: 1 });
  expect(changes.filter(({ kind }) => kind === 'down')).toHaveLength(1);
});

test('a monitor that is neither in the list nor in the history is not found, even when requested again', async () => {
  const { get, read } = await setUp();
  await read();
  for (let n = 0; n < 2; n += 1) {
    await expect(get(uuidOf(9), 1)).rejects.toMatchObject({ failure: { code: 'monitor_not_found' } });
  }
});

test('viewers of the same range share one response until the next crawl, or the next slot', async () => {
  const { clock, fleet: get, read } = await setUp();
  await read();
  const first = await get(1);
  expect(first.body.data.slots).toMatchObject([{ up: 2, down: 0 }]);
  expect(await get(7)).not.toBe(first);
  expect(await get(1)).toBe(first);
  clock.advance(1000);
  await read();
  const second = await get(1);
  expect(second.body.meta.as_of).not.toBe(first.body.meta.as_of);
  clock.advance(24 * 60 * 60_000 - SLOT_MS);
  await read();
  expect((await get(1)).body.data.slots).toHaveLength(2);
  clock.advance(SLOT_MS);
  expect((await get(1)).body.data.slots, 'also without a crawl').toHaveLength(1);
});
