import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { conditionLabels } from '../../contract/conditions.ts';
import { defaultInventoryQuery, type InventoryQuery } from '../../contract/inventory-query.ts';
import { exportFields } from '../../contract/monitor.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { completeCrawl, crawledRows } from '../inventory/crawl/crawl-result.fixtures.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import { createInventory } from '../inventory/inventory.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { readPage } from '../upstream/schema.ts';
import { streamedBody } from './http.ts';
import { noPasts } from './memory-history.fixtures.ts';
import { createMonitorList, listResponse } from './monitor-list.ts';

const index = buildIndex(
  snapshotOf([
    aMonitor(1, { condition: 'down', type: 'tcp' }),
    aMonitor(2, { condition: 'down', type: 'https' }),
    aMonitor(3, { type: 'ping' }),
  ]),
);

const view: InventoryView = {
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
    const { meta } = listResponse({ ...defaultInventoryQuery, ...query }, view, index, false);
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

const emptyResult = completeCrawl([]);
const review = { namedBy: async () => null };
const connected = new AbortController().signal;

type Fields = { name: string; target: string; region: string };

/**
 * Starts of cells that spreadsheets run as formulas: OWASP's list, and full-width forms that some programs treat alike.
 */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u;
const formulaCharacter = /[=+\-@＝＋－＠]/u;

async function exported(monitors: readonly Fields[], format: 'csv' | 'json'): Promise<string> {
  return text((await start(monitors, format)).open());
}

/** Starts an export, with its own clock. */
async function start(
  monitors: readonly Fields[],
  format: 'csv' | 'json',
  { spreadsheet = false, q = '' } = {},
) {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const rows = monitors.map(({ region, ...fields }, index) => ({
    ...wireRow(index),
    ...fields,
    regions: [region],
  }));
  const read = readPage(wirePage(rows));
  if (!read.ok) throw new Error(read.reason);
  inventory.publish(
    completeCrawl(read.value.monitors.map((monitor) => ({ monitor, asOf: 0, upstreamNow: 0 }))),
  );
  const query = { ...defaultInventoryQuery, q, sort: 'created_at', order: 'asc' } as const;
  return {
    clock,
    ...(await createMonitorList({ inventory, review, history: noPasts, clock, demo: false }).exportMonitors({
      ...{ query, format, spreadsheet },
      ...{ fields: exportFields, separator: ',' },
    })),
  };
}

/** Parses CSV strictly by RFC 4180. @throws Error for anything else */
function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < file.length) {
    const at = field.lastIndex;
    const [, quoted, plain = '', end] = field.exec(file) ?? [];
    if (end === undefined)
      throw new Error(`No field of RFC 4180 at ${at}: ${JSON.stringify(file.slice(at, at + 40))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const hostileText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;"\' 1A|!＝＠'), maxLength: 8 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }).map((value) => value.toWellFormed()),
);
const fields = fc.record({ name: hostileText, target: hostileText, region: hostileText });

test('row 62: no cell starts as a formula, and every text can be parsed by RFC 4180', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 5 }), async (monitors) => {
      const [header = [], ...rows] = readCsv(await exported(monitors, 'csv'));
      const inJson: { monitor_uuid: string; name: string; target: string; regions: string[] }[] = JSON.parse(
        await exported(monitors, 'json'),
      );
      expect(rows.length).toBe(monitors.length);
      for (const [index, row] of rows.entries()) {
        expect(row.length).toBe(header.length);
        for (const cell of row) expect(cell).not.toMatch(formulaStart);
        const cell = (name: string) => row[header.indexOf(name)] ?? '';
        const { name, target, regions } = inJson[index] ?? { name: '', target: '', regions: [] };
        for (const [shown, given] of [
          [cell('name'), name],
          [cell('target'), target],
          [cell('regions'), regions.join(' ')],
        ] as const) {
          const expected = given.replace(/(?![\t\r\n])\p{Cc}/gu, '');
          expect(shown.replaceAll("'", '')).toBe(expected.replaceAll("'", ''));
          if (!formulaCharacter.test(expected)) expect(shown).toBe(expected.replace(/^(?=[\t\r])/, "'"));
        }
      }
    }),
  );
});

test('the file starts with a byte-order mark only when requested', async () => {
  const file = async (spreadsheet: boolean) =>
    new Response(
      await streamedBody(
        (await start([{ name: 'Zürich', target: 'a', region: 'b' }], 'csv', { spreadsheet })).open(),
        connected,
      ),
    ).bytes();
  expect([...(await file(true)).subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'M'.charCodeAt(0)]);
  expect([...(await file(false)).subarray(0, 1)]).toEqual(['m'.charCodeAt(0)]);
});

test('an export with a wrong word in its search is refused with the place of the word', async () => {
  await expect(start([], 'json', { q: 'db type:sctp' })).rejects.toMatchObject({
    failure: { code: 'invalid_parameter', parameter: 'q', place: { from: 3, to: 12 } },
  });
});

test('CSV and JSON have the same fields except for unknown ones; a header has the unit; the label is that of the screens', async () => {
  const monitors = [{ name: 'a', target: 'b', region: 'c' }];
  const [header = [], row = []] = readCsv(await exported(monitors, 'csv'));
  const [inJson] = JSON.parse(await exported(monitors, 'json'));
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
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  inventory.publish(emptyResult);
  const { fileName, missing, settings } = await createMonitorList({
    inventory,
    review,
    history: noPasts,
    clock,
    demo: false,
  }).exportMonitors({
    query: defaultInventoryQuery,
    format: 'csv',
    spreadsheet: false,
    ...{ fields: exportFields, separator: ',' },
  });
  expect(fileName).toBe('monitors-1970-01-01T000000Z.csv');
  expect([missing, settings]).toEqual([0, '0/0']);
});

test('row 73: the name of an incomplete file says so, and the number of missing monitors is returned', async () => {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  inventory.publish({ ...emptyResult, total: 2 });
  const { fileName, missing } = await createMonitorList({
    inventory,
    review,
    history: noPasts,
    clock,
    demo: false,
  }).exportMonitors({
    query: defaultInventoryQuery,
    format: 'json',
    spreadsheet: false,
    ...{ fields: exportFields, separator: ',' },
  });
  expect(fileName).toBe('monitors-1970-01-01T000000Z-incomplete.json');
  expect(missing).toBe(2);
});

test('nothing is exported while the first crawl is in progress, whatever it has read', async () => {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const list = createMonitorList({ inventory, review, history: noPasts, clock, demo: false });
  inventory.progress({ read: 1, dropped: 0, rows: () => crawledRows(1), total: 2, asOf: 0 });
  const file = { query: defaultInventoryQuery, format: 'csv', spreadsheet: false } as const;
  await expect(list.exportMonitors({ ...file, fields: exportFields, separator: ',' })).rejects.toMatchObject({
    failure: { code: 'inventory_incomplete' },
  });
});

const many = Array.from({ length: 1000 }, (_, index) => ({
  name: `Name ${index}`,
  target: 'a',
  region: 'b',
}));

test.each(['csv', 'json'] as const)(
  'an export (%s) that is not downloaded within five minutes is aborted and releases its list',
  async (format) => {
    const { clock, open } = await start(many, format);
    const stream = open();
    const reader = (await streamedBody(stream, connected)).getReader();
    await reader.read();
    clock.advance(299_999);
    expect((await reader.read()).done).toBe(false);
    clock.advance(1);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    // The name distinguishes an aborted response from a bug.
    await expect(rest()).rejects.toMatchObject({ name: 'AbortError' });
    expect(stream.destroyed).toBe(true);
  },
);

test.each(['csv', 'json'] as const)('a completed export (%s) is not aborted', async (format) => {
  const { clock, open } = await start(many, format);
  const stream = open();
  const file = await text(stream);
  expect(file).toContain('Name 999');
  clock.advance(300_000);
  expect(stream.errored).toBeNull();
});

test.each(['csv', 'json'] as const)(
  'an export (%s) of a client that has disconnected before the first byte releases its list at once',
  async (format) => {
    const stream = (await start(many, format)).open();
    await streamedBody(stream, AbortSignal.abort());
    expect(stream.destroyed).toBe(true);
  },
);

test('an export whose download never starts is aborted, too', async () => {
  const { clock, open } = await start(many, 'csv');
  const stream = open();
  clock.advance(300_000);
  await clock.pass(0);
  expect(stream.destroyed).toBe(true);
});
