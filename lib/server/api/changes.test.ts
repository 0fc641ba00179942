import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ObservedChange } from '../history/compare-crawl.ts';
import { addToFleet, noMonitors } from '../history/fleet.ts';
import { setUpRecorder } from '../history/recorder.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createChanges, storeQuery } from './changes.ts';
import { startRecordedInventory } from './recorded-inventory.fixtures.ts';

const MINUTE = 60_000;
const query = { kind: [], type: [], region: [], limit: 50 };

/** The service on a history in memory, and crawls that find one monitor. */
async function setUp() {
  const { clock, history, crawl } = await startRecordedInventory();
  const { listChanges } = createChanges({ history, clock });
  return {
    clock,
    list: async () => (await listChanges(query)).body,
    read: (last_status: 'up' | 'down') => crawl(aMonitor(1, { last_status })),
  };
}

test('row 88: after the clock was set back, a new change is shown at once, and as of a later crawl', async () => {
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

test('row 84: a response reports the time without crawls up to now, even if it was requested before', async () => {
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

test('a search has the same meaning as in the list', () => {
  const searchOf = (q: string) => storeQuery({ ...query, q }).search;
  expect(searchOf('SÃO -Größe')).toMatchObject([
    [{ text: 'sao', isNegated: false }],
    [{ text: 'grosse', isNegated: true }],
  ]);
  expect(searchOf('see <https://a.example/x|a label>')).toMatchObject([
    [{ text: 'https://a.example/x', isNegated: false }],
  ]);
});

/** The export of stored changes. @param asked called before each page is read */
async function exportOf(changes: ObservedChange[], asked = () => {}) {
  const { store } = await setUpRecorder();
  const at = changes.length;
  const fleet = addToFleet(null, at, noMonitors);
  await store.record({
    at,
    until: at,
    completeAt: at,
    snapshot: 1,
    changes,
    slots: [],
    fleet,
    gap: null,
  });
  const { clock, history } = await startRecordedInventory();
  const { exportChanges } = createChanges({
    clock,
    history: {
      ...history,
      changes(query) {
        asked();
        return store.changes(query);
      },
    },
  });
  return (format: 'csv' | 'json') =>
    text(exportChanges({ query, format, spreadsheet: false, separator: ',' }).open());
}

test.each(['csv', 'json'] as const)(
  'an export as %s has all changes, and the event loop runs between its pages',
  async (format) => {
    const changes = Array.from({ length: 1500 }, (_, n): ObservedChange => {
      return { kind: 'down', from: n, to: n + 1, monitor: aMonitor(n % 50), edits: null };
    });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsOfPages: number[] = [];
    const file = await exportOf(changes, () => turnsOfPages.push(turns));
    const lines = (await file(format)).trim().split('\n');
    isOver = true;
    // CSV has a header, and JSON a bracket before and after.
    expect(lines).toHaveLength(changes.length + (format === 'csv' ? 1 : 2));
    expect(turnsOfPages.length).toBeGreaterThan(5);
    expect(new Set(turnsOfPages).size).toBe(turnsOfPages.length);
  },
);

test('a change in a file has the code of its kind and the label of the screens', async () => {
  const file = await exportOf([
    { kind: 'status_unknown', from: 0, to: 1, monitor: aMonitor(1), edits: null },
  ]);
  expect(await file('csv')).toMatch(
    /^id,kind,kind_label,after,by,monitor_uuid,name,type,target,port,regions,lasted_at_least_s,lasted_at_most_s,fields\r\n\d+,status_unknown,Status unknown,/,
  );
  expect(JSON.parse(await file('json'))).toMatchObject([
    { kind: 'status_unknown', kind_label: 'Status unknown' },
  ]);
});

test('row 62: neither a name nor an edit becomes a formula in a CSV file of changes', async () => {
  const file = await exportOf([
    {
      kind: 'edited',
      from: 0,
      to: 1,
      monitor: { ...aMonitor(1), name: 'x;=1+1;y' },
      edits: { name: { before: 'x', after: 'x;=1+1;y' } },
    },
  ]);
  const csv = await file('csv');
  expect(csv).toContain(`,"x;'=1+1;y",`);
  expect(csv).toContain(`""after"":""x;'=1+1;y""`);
});
