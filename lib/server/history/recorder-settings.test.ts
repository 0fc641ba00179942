import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { setUpRecorder } from './recorder.fixtures.ts';

const MINUTE = 60_000;

test('an edit names a setting that the list omits once the setting is read again, also in the next process', async () => {
  const { clock, checked, read, restart, store, kinds } = await setUpRecorder();
  const readAs = (timeout_ms: number, updated_at: string) =>
    new Map([[uuidOf(1), { settings: { timeout_ms }, updated_at, readAt: clock.now() }]]);
  const monitor = () => checked(1, 10);
  await read([monitor()], 'complete', { readSettings: readAs(10_000, String(monitor().updated_at)) });
  clock.advance(MINUTE);
  const updated_at = new Date(clock.now() - 5000).toISOString();
  await read([{ ...monitor(), updated_at }]);
  expect(await kinds(), 'which setting is not known yet').toEqual([]);
  await restart();
  clock.advance(10 * MINUTE);
  await read([{ ...monitor(), updated_at, name: 'Renamed' }]);
  clock.advance(MINUTE);
  await read([{ ...monitor(), updated_at, name: 'Renamed' }], 'complete', {
    readSettings: readAs(30_000, updated_at),
  });
  const { changes } = await store.changes({ limit: 9 });
  expect(changes.map(({ edits }) => edits)).toEqual([
    { timeout_ms: { before: 10_000, after: 30_000 } },
    { name: { before: 'Orders database', after: 'Renamed' } },
  ]);
  expect(changes[0]).toMatchObject({ from: Date.parse(updated_at) - 1, to: clock.now() });
});
