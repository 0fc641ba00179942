import { expect } from 'vitest';
import { ask, type Fields, readAll, readList } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

const facetNames = ['condition', 'type', 'is_active', 'region', 'maintenance_mode', 'flapping'] as const;

/** Returns those values of a row that a facet counts. */
function valuesOf(row: Fields, facet: (typeof facetNames)[number]): string[] {
  return facet === 'region' ? [...new Set([row.regions].flat().map(String))] : [String(row[facet])];
}

/** Filters, each as a query and as a predicate on rows. */
const filters: readonly [query: string, matches: (row: Fields) => boolean][] = [
  ['', () => true],
  ['type=https', ({ type }) => type === 'https'],
  ['type=tcp&type=ping', ({ type }) => type === 'tcp' || type === 'ping'],
  ['type=-https', ({ type }) => type !== 'https'],
  ['condition=down&condition=pending', ({ condition }) => condition === 'down' || condition === 'pending'],
  [
    'region=-fra1&is_active=true',
    (row) => row.is_active === true && !valuesOf(row, 'region').includes('fra1'),
  ],
  ['maintenance_mode=true', ({ maintenance_mode }) => maintenance_mode === true],
  ['q=API', ({ name, target }) => /api/i.test(`${name}\n${target}`)],
  ['q=zzz%20nowhere', () => false],
];

test('every filter in every order lists each match once, and only matches', async ({ staticStack }) => {
  const { product } = staticStack;
  const all = await readAll(product, 'sort=created_at');
  expect(all).toHaveLength(248);
  for (const [query, matches] of filters) {
    const expected = all.filter(matches).map(({ monitor_uuid }) => monitor_uuid);
    for (const sort of [
      'attention',
      'name',
      'last_response_time_ms&order=asc',
      'region',
      'type&order=desc',
    ]) {
      const seen: unknown[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const response = await readList(
          product,
          `${query}&sort=${sort}&per_page=50&page=${page}`.replace(/^&/, ''),
        );
        expect(response.pagination, query).toMatchObject({ page, per_page: 50, total: expected.length });
        seen.push(...response.data.map(({ monitor_uuid }) => monitor_uuid));
        last = response.pagination.total_pages;
      }
      expect([...seen].sort(), `${query} by ${sort}`).toEqual([...expected].sort());
    }
  }
});

test('lists are sorted correctly, and rows without a value are last in both directions', async ({
  staticStack,
}) => {
  const { product } = staticStack;
  const attention = await readAll(product, 'sort=attention');
  const ranks = attention.map(({ condition }) =>
    ['down', 'overdue', 'unknown', 'pending', 'up', 'inactive'].indexOf(String(condition)),
  );
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size, 'the generated organization has every condition').toBe(5);

  for (const order of ['asc', 'desc']) {
    const rows = await readAll(product, `sort=last_response_time_ms&order=${order}`);
    const times = rows.map((row) => row.last_response_time_ms);
    const known = times.filter((time) => typeof time === 'number');
    const sign = order === 'asc' ? 1 : -1;
    expect(times).toEqual([
      ...[...known].sort((a, b) => sign * (a - b)),
      ...Array(times.length - known.length).fill(null),
    ]);
    expect(known.length).toBeLessThan(times.length);
  }
});

test('each facet count equals the number of rows that match it and all other filters', async ({
  staticStack,
}) => {
  const { product } = staticStack;
  const all = await readAll(product, 'sort=created_at');
  const parts = [
    {
      facet: 'type',
      query: 'type=http&type=https',
      matches: ({ type }: Fields) => /^https?$/.test(String(type)),
    },
    { facet: 'is_active', query: 'is_active=true', matches: ({ is_active }: Fields) => is_active === true },
    {
      facet: 'condition',
      query: 'condition=-down',
      matches: ({ condition }: Fields) => condition !== 'down',
    },
    {
      facet: 'search',
      query: 'q=e',
      matches: (row: Fields) =>
        /e/i.test(`${row.name}\n${row.target}\n${row.port}\n${row.regions}\n${row.monitor_uuid}`),
    },
  ];
  for (const used of [[], parts.slice(0, 1), parts.slice(0, 2), parts.slice(1), parts]) {
    const query = ['facets=true', ...used.map((part) => part.query)].join('&');
    const { facets } = await readList(product, query);
    for (const facet of facetNames) {
      const counts: Record<string, number> = {};
      const others = used.filter((part) => part.facet !== facet);
      for (const row of all.filter((row) => others.every((part) => part.matches(row)))) {
        for (const value of valuesOf(row, facet)) counts[value] = (counts[value] ?? 0) + 1;
      }
      const given = Object.entries(facets?.[facet] ?? {}).filter(([, count]) => count > 0);
      expect(Object.fromEntries(given), `${facet} under ${query}`).toEqual(counts);
    }
  }
  expect((await readList(product)).facets).toBeUndefined();
});

test('an export contains the complete filtered list, in its order', async ({ staticStack }) => {
  const { product } = staticStack;
  for (const query of ['sort=attention', 'type=-https&sort=name&order=desc', 'q=zzz%20nowhere&sort=name']) {
    const expected = await readAll(product, query);
    /** Requests an export. Its file name says when the list was read, because the list may change at any time. */
    const readExport = async (format: 'json' | 'csv') => {
      const nameNow = async () => {
        const { meta } = await readList(product, query);
        const stamp = meta.as_of.slice(0, 19).replaceAll(':', '');
        return `attachment; filename="monitors-${stamp}Z.${format}"`;
      };
      const before = await nameNow();
      const file = await ask(`${product.url}/api/monitors/export?format=${format}&${query}`);
      const name = file.headers.get('content-disposition') ?? '';
      expect([before, name, await nameNow()].toSorted()[1], 'these names sort by time').toBe(name);
      return file;
    };

    const json = await readExport('json');
    // A file also names the settings that are not known.
    const inFile = expected.map(({ unknown_fields: _, ...row }) => row);
    expect(JSON.parse(json.text), query).toMatchObject(inFile);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');

    const csv = await readExport('csv');
    const [header = [], ...rows] = readCsv(csv.text);
    expect(header).toContain('interval_s');
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    for (const name of ['monitor_uuid', 'condition', 'is_active', 'port', 'last_response_time_ms', 'name']) {
      expect(column(name), `${name} of ${query}`).toEqual(expected.map((row) => String(row[name] ?? '')));
    }
  }
});

test('one snapshot and one query have one tag, whatever the order of the parameters', async ({ quiet }) => {
  const { product } = quiet;
  const tag = async (query: string) =>
    (await ask(`${product.url}/api/monitors?${query}`)).headers.get('etag');
  const first = await tag('type=tcp&type=https&sort=name&facets=true');
  expect(first).toMatch(/^"[^"]+"$/);
  expect(await tag('type=tcp&type=https&sort=name&facets=true')).toBe(first);
  expect(await tag('facets=true&sort=name&order=asc&type=https&type=tcp')).toBe(first);
  expect(await tag('type=https&sort=name&facets=true')).not.toBe(first);
  expect(await tag('type=tcp&type=https&sort=name&order=desc&facets=true')).not.toBe(first);
});

test('row 42: bad values of the parameters are named and cost no request to the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const one = `/${referenceApi.api.organization().monitors()[0]?.monitor_uuid}`;
  const bad = [
    ['page', 'page=0'],
    ['page', 'page=1&page=1'],
    ['per_page', 'per_page=101'],
    ['is_actve', 'is_actve=true'],
    ['constructor', 'constructor=1'],
    ['uuid', '', '/not-a-uuid'],
    ['fields', 'fields=name', one],
    ['q', `q=${'x'.repeat(101)}`],
    ['q', 'q=a&q=b'],
    ['condition', 'condition=broken'],
    ['condition', 'condition='],
    ['condition', 'condition=--down'],
    ['type', 'type=-udp'],
    ['type', 'type=https&type='],
    ['region', 'region='],
    ['region', `region=${'x'.repeat(41)}`],
    ['region', Array.from({ length: 51 }, (_, index) => `region=r${index}`).join('&')],
    ['is_active', 'is_active=true&is_active=false'],
    ['maintenance_mode', 'maintenance_mode=1'],
    ['flapping', 'flapping=1'],
    ['sort', 'sort=nothing'],
    ['sort', 'sort='],
    ['sort', 'sort=name&sort=type'],
    ['order', 'sort=name&order=up'],
    ['order', 'order=asc'],
    ['facets', 'facets=yes'],
    ['format', 'format=xml', '/export'],
    ['format', '', '/export'],
    ['page', 'format=csv&page=2', '/export'],
    ['sort', 'format=csv&sort=nothing', '/export'],
  ] as const;
  for (const [parameter, query, path = ''] of bad) {
    const response = await ask(`${product.url}/api/monitors${path}?${query}`);
    expect(response.status, path + query).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'invalid_parameter',
      parameter,
      error: expect.stringContaining(`"${parameter}"`),
    });
  }
  expect(referenceApi.requests() - before).toBe(0);
});

/** Parses CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  expect(text.endsWith('\r\n'), 'every line ends with CRLF').toBe(true);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
