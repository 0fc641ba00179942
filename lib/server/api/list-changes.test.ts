import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot/snapshot.ts';
import { createListChanges, storeQuery } from './list-changes.ts';
import { startMemoryHistory } from './memory-history.fixtures.ts';

const MINUTE = 60_000;
const query = { kind: [], type: [], region: [], limit: 50 };

/** The service on a history in memory, and readings of one monitor. */
async function setUp() {
  const clock = createFakeClock();
  const history = await startMemoryHistory(clock);
  const listChanges = createListChanges({ history, demo: false });
  return {
    clock,
    list: async () => (await listChanges(query)).body,
    async read(last_status: 'up' | 'down') {
      const asOf = clock.now();
      const monitor = fieldsOf(
        aMonitor(1, { last_status, last_check_at: new Date(asOf - 1000).toISOString() }),
      );
      const rows = [{ monitor, asOf, upstreamNow: asOf }];
      await history.record(
        buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }),
      );
    },
  };
}

test('row 88: after the clock was set back, a new change is shown at once, and as of a later reading', async () => {
  const { clock, list, read } = await setUp();
  await read('up');
  clock.advance(MINUTE);
  await read('down');
  const first = (await list()).meta.as_of ?? '';
  clock.jump(-60 * MINUTE);
  await read('up');
  const { data, meta } = await list();
  expect(data.map(({ kind }) => kind)).toEqual(['recovered', 'down']);
  expect(Date.parse(meta.as_of ?? '')).toBeGreaterThan(Date.parse(first));
  expect(Date.parse(data[0]?.to ?? '')).toBeGreaterThan(Date.parse(first));
});

test('row 84: a response reports the time without readings up to now, also one that was requested before', async () => {
  const { clock, list, read } = await setUp();
  const from = new Date(clock.now()).toISOString();
  await read('up');
  expect((await list()).meta.gaps).toEqual([]);
  clock.advance(29 * MINUTE);
  expect((await list()).meta.gaps).toEqual([]);
  clock.advance(2 * MINUTE + 1);
  const response = await list();
  expect(response.meta.gaps).toEqual([{ from, to: '2026-11-20T12:31:00.000Z' }]);
  clock.advance(MINUTE / 2);
  expect(await list(), 'the same within the minute').toBe(response);
  clock.advance(MINUTE / 2);
  expect((await list()).meta.gaps).toEqual([{ from, to: '2026-11-20T12:32:00.000Z' }]);
  await read('up');
  clock.advance(MINUTE);
  expect((await list()).meta.gaps).toEqual([{ from, to: '2026-11-20T12:32:00.001Z' }]);
});

test('a search means what it means in the list', () => {
  expect(storeQuery({ ...query, q: 'SÃO Größe' }).words).toEqual(['sao', 'grosse']);
});
