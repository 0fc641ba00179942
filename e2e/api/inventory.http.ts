import { expect } from 'vitest';
import { ask, readAll, readList } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

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

test('row 42: bad values of the parameters are named and cost no request to the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const one = `/${referenceApi.api.organization().monitors()[0]?.monitor_uuid}`;
  const bad = [
    ['page', 'page=0'],
    ['constructor', 'constructor=1'],
    ['uuid', '', '/not-a-uuid'],
    ['fields', 'fields=name', one],
    ['type', 'type=-udp'],
    ['condition', 'condition=--down'],
    ['format', '', '/export'],
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
