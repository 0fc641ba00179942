import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { conditionLabels } from '../../contract/conditions.ts';
import { defaultInventoryQuery, type InventoryQuery } from '../../contract/inventory-query.ts';
import { exportFields } from '../../contract/monitor.ts';
import { completeCrawl, crawledRows } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory, type Inventory, type ShownInventory } from '../inventory/inventory.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { MonitorExport } from './export-monitors.ts';
import { createMonitorList, listResponse } from './monitor-list.ts';
import { noPasts } from './recorded-inventory.fixtures.ts';

const index = buildIndex(
  snapshotOf([
    aMonitor(1, { condition: 'down', type: 'tcp' }),
    aMonitor(2, { condition: 'down', type: 'https' }),
    aMonitor(3, { type: 'ping' }),
  ]),
);

const shown: ShownInventory = {
  state: 'complete',
  index,
  missing: null,
  version: '1',
  read: 3,
  total: 3,
  asOf: 0,
  refreshAt: 0,
  problem: null,
  lastCrawl: null,
  reading: null,
};

test('the counts of the inventory include all monitors, independent of the query', () => {
  const queries: Partial<InventoryQuery>[] = [
    {},
    { type: ['ping'] },
    { condition: ['-down'] },
    { q: 'nothing is called this', facets: true },
    { page: 9, per_page: 1 },
  ];
  for (const query of queries) {
    const { meta } = listResponse({ ...defaultInventoryQuery, ...query }, shown, index);
    expect(meta.inventory).toMatchObject({ state: 'complete', read: 3, total: 3, missing: null });
    expect(meta.inventory.counts?.condition).toEqual({
      down: 2,
      overdue: 0,
      unknown: 0,
      pending: 0,
      up: 1,
      inactive: 0,
    });
  }
});

const file = { format: 'json', spreadsheet: false, separator: ',', fields: exportFields } as const;

/** Returns the pages and the exports of a list in which some monitors were read. */
function setUp(crawl: Parameters<Inventory['publish']>[0] | null) {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  if (crawl !== null) inventory.publish(crawl);
  const review = { namedBy: async () => null };
  const { listMonitors, exportMonitors } = createMonitorList({ inventory, review, history: noPasts, clock });
  const exported = (more: Partial<MonitorExport> = {}, query: Partial<InventoryQuery> = {}) =>
    exportMonitors({ ...file, ...more, query: { ...defaultInventoryQuery, ...query } });
  const listed = async (q: string) => (await listMonitors({ ...defaultInventoryQuery, q })).body;
  return { inventory, listed, exported };
}

test('only a search without hits has suggestions, apart from the data, and their searches find them', async () => {
  const { listed } = setUp(completeCrawl([{ monitor: fieldsOf(aMonitor(1)), asOf: 0, upstreamNow: 0 }]));
  const { data, did_you_mean } = await listed('ordrs databse');
  expect([data, did_you_mean?.by]).toEqual([[], 'name']);
  const found = await listed(did_you_mean?.monitors[0]?.q ?? '');
  expect(found.data.map(({ name }) => name)).toEqual(['Orders database']);
  expect(found.did_you_mean).toBeUndefined();
});

test('an export with a wrong word in its search is refused with the place of the word', async () => {
  await expect(setUp(completeCrawl([])).exported({}, { q: 'db type:sctp' })).rejects.toMatchObject({
    failure: { code: 'invalid_parameter', parameter: 'q', place: { from: 3, to: 12 } },
  });
});

test('CSV and JSON have the same fields except for unknown ones; a header has the unit; the label is that of the screens', async () => {
  const { exported } = setUp(completeCrawl(crawledRows(1)));
  const [head = '', line = ''] = (await text((await exported({ format: 'csv' })).open())).split('\r\n');
  const [header, row] = [head.split(','), line.split(',')];
  const [inJson] = JSON.parse(await text((await exported()).open()));
  expect(header).toEqual(exportFields.map((name) => (name === 'interval' ? 'interval_s' : name)));
  expect(inJson.unknown_fields, 'no detail was read').toEqual([
    ...['description', 'http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'],
  ]);
  const absent = [...inJson.unknown_fields, 'settings_as_of'];
  expect(Object.keys(inJson)).toEqual(exportFields.filter((name) => !absent.includes(name)));
  expect(row[header.indexOf('unknown_fields')]).toBe(inJson.unknown_fields.join(' '));
  expect(Object.entries(conditionLabels)).toContainEqual([inJson.condition, inJson.condition_label]);
  expect(row[header.indexOf('observed_since')]).toBe(inJson.observed_since);
});

test('row 48: the file name contains no data of monitors', async () => {
  const { fileName, missing, settings } = await setUp(completeCrawl([])).exported({ format: 'csv' });
  expect(fileName).toBe('monitors-1970-01-01T000000Z.csv');
  expect([missing, settings]).toEqual([0, '0/0']);
});

test('row 73: the name of an incomplete file says so, and the number of missing monitors is returned', async () => {
  const { fileName, missing } = await setUp({ ...completeCrawl([]), total: 2 }).exported();
  expect(fileName).toBe('monitors-1970-01-01T000000Z-incomplete.json');
  expect(missing).toBe(2);
});

test('an export says which beginnings were before the first reading: in a spreadsheet beside the time, otherwise without changed_after', async () => {
  const firstSeen = aMonitor(1);
  const never = { ...aMonitor(2), last_check_at: null, last_status: null };
  const asOf = Date.parse('2026-11-20T12:00:03.000Z');
  const { exported } = setUp(
    completeCrawl([firstSeen, never].map((one) => ({ monitor: fieldsOf(one), asOf, upstreamNow: asOf }))),
  );
  const fields = ['condition', 'observed_since', 'changed_after'] as const;
  const fileOf = async (more: Partial<MonitorExport>) => text((await exported({ fields, ...more })).open());
  expect(await fileOf({ format: 'csv', spreadsheet: true })).toContain(
    'up,before 2026-11-20 11:59:30,\r\npending,2025-01-02 03:04:05,\r\n',
  );
  expect(await fileOf({ format: 'csv' })).toContain('up,2026-11-20T11:59:30.000Z,\r\n');
  expect(JSON.parse(await fileOf({}))).toMatchObject([
    { condition: 'up', observed_since: '2026-11-20T11:59:30.000Z', changed_after: null },
    { condition: 'pending' },
  ]);
});

test('nothing is exported while the first crawl is in progress, whatever it has read', async () => {
  const { inventory, exported } = setUp(null);
  inventory.progress({ read: 1, dropped: 0, rows: () => crawledRows(1), total: 2, asOf: 0 });
  await expect(exported()).rejects.toMatchObject({ failure: { code: 'inventory_incomplete' } });
});
