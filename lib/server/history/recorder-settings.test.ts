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
  const [edited] = (await store.changes({ limit: 1 })).changes;
  expect(edited).toMatchObject({ kind: 'edited', edits: {} });
  await restart();
  clock.advance(10 * MINUTE);
  await read([{ ...monitor(), updated_at, name: 'Renamed' }]);
  clock.advance(MINUTE);
  const settings = { readSettings: readAs(30_000, updated_at) };
  await read([{ ...monitor(), updated_at, name: 'Renamed' }], 'complete', settings);
  expect(await kinds(), 'the change is completed').toEqual(['edited 1', 'edited 1']);
  const [renamed, completed] = (await store.changes({ limit: 2 })).changes;
  expect(renamed?.edits).toEqual({ name: { before: 'Orders database', after: 'Renamed' } });
  expect(completed).toEqual({ ...edited, edits: { timeout_ms: { before: 10_000, after: 30_000 } } });
});
