import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { setUpRecorder } from './recorder.fixtures.ts';
import { SLOT_MS } from './slots.ts';

const MINUTE = 60_000;

const down = { last_status: 'down' };

test('row 87: a monitor that an incomplete crawl has missed is not removed, and its next change begins when it was last seen', async () => {
  const { clock, checked, read, kinds, restart, store, noon } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  for (let minute = 1; minute < 4; minute += 1) {
    clock.advance(MINUTE);
    await read([checked(1, 10)], 'none');
  }
  expect(await kinds()).toEqual([]);
  await restart();
  clock.advance(MINUTE);
  await read([checked(1, 10), checked(2, 200, down)]);
  expect(await kinds()).toEqual(['down 2']);
  expect((await store.changes({ limit: 1 })).changes[0]).toMatchObject({ from: noon });
});

test('row 87: monitors that incomplete crawls have missed count in the fleet with their last condition, as in the list', async () => {
  const { clock, checked, read, recorder, slotsOf, fleet, noon } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10, { ...down, maintenance_mode: true })]);
  for (let n = 1; n < 3; n += 1) {
    clock.advance(SLOT_MS);
    await read([checked(1, 10)], 'none');
  }
  const all = { down: 1, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0, maintenance: 1 };
  expect(await fleet()).toMatchObject([all, all, all]);
  await recorder().stop();
  expect(
    (await slotsOf(uuidOf(2))).map(({ at }) => at),
    'not observed afterwards',
  ).toEqual([noon]);
});

test('row 87: with a steady turnover, monitors are removed although others are missing for the first time', async () => {
  const { clock, checked, read, kinds, noon, store } = await setUpRecorder();
  for (let n = 0; n < 6; n += 1) {
    await read([checked(100, 10), checked(n, 10), checked(n + 1, 10)]);
    clock.advance(MINUTE);
  }
  expect((await kinds()).filter((kind) => kind.startsWith('removed'))).toEqual([
    ...['removed 3', 'removed 2', 'removed 1', 'removed 0'],
  ]);
  const { changes } = await store.changes({ kinds: new Set(['added']), limit: 9 });
  expect(
    changes.map(({ from, to }) => [from - noon, to - noon].map((ms) => ms / MINUTE)),
    'added since the crawl before the last, as one alone can miss a monitor',
  ).toEqual([
    [3, 5],
    [2, 4],
    [1, 3],
    [0, 2],
    [0, 1],
  ]);
});

test('row 87: a monitor that one complete crawl has missed was added after the last one before it', async () => {
  const { clock, checked, read, store, noon } = await setUpRecorder();
  // Monitor 2 is added after the first crawl. The second one misses it, because 3 is deleted, and its row moves.
  for (const monitors of [[1, 3], [1], [1, 2]]) {
    await read(monitors.map((n) => checked(n, 10)));
    clock.advance(MINUTE);
  }
  const { changes } = await store.changes({ kinds: new Set(['added']), limit: 9 });
  expect(changes).toMatchObject([{ from: noon, to: noon + 2 * MINUTE }]);
});
