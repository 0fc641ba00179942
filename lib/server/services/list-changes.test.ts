import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { openHistory } from '../history/open-history.ts';
import { aMonitor, fieldsOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot.ts';
import { createListChanges } from './list-changes.ts';

const MINUTE = 60_000;
const query = { kind: [], type: [], region: [], limit: 50 };

/** The service on a history in memory, and readings of one monitor. */
async function setUp() {
  const clock = createFakeClock();
  const history = openHistory({
    directory: null,
    owner: { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'a key' },
    days: 30,
    maxBytes: 1e9,
    clock,
    log: { info: () => {}, warn: () => {} },
  });
  await history.start();
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
      const before = history.version();
      history.record(buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }));
      await expect.poll(() => history.version()).not.toBe(before);
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
