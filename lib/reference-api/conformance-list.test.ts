import { describe, expect, test } from 'vitest';
import {
  KEY,
  LIMIT_HEADERS,
  LIST,
  monitor,
  organization,
  rows,
  send,
  serve,
  uuid,
} from './conformance.fixtures.ts';
import type { MonitorInput } from './fixture.ts';

const many = (count: number): MonitorInput[] => Array.from({ length: count }, (_, n) => monitor(n + 1));
const mixed = [
  monitor(1, { type: 'http', target: 'http://a.test/' }),
  monitor(2, { type: 'https' }),
  monitor(3, { type: 'tcp', target: 'a.test', port: 1 }),
  monitor(4, { type: 'ping', target: 'a.test', is_active: false }),
  monitor(5, { type: 'https', is_active: false }),
];
const serveMonitors = (monitors: MonitorInput[]) =>
  serve([organization({ monitors })], { limits: { minute: 1000 } });
const numbers = (found: { monitor_uuid: string }[]) =>
  found.map((row) => Number.parseInt(row.monitor_uuid.slice(-12), 16));

describe('GET /v1/monitors', () => {
  test('returns the monitors of the calling organization, newest first', async () => {
    const api = await serve([
      organization({ monitors: [monitor(2), monitor(9), monitor(5)] }),
      organization({ name: 'Other', keys: [{ key: 'other' }], monitors: [monitor(7)] }),
    ]);
    expect(numbers(rows(await send(api, LIST)))).toEqual([9, 5, 2]);
    expect(numbers(rows(await send(api, LIST, { key: 'other' })))).toEqual([7]);
  });

  test('newest first: for equal creation times the greater UUID comes first', async () => {
    const created_at = '2026-01-01T00:00:00.000Z';
    const api = await serveMonitors([2, 3, 1].map((n) => monitor(n, { created_at })));
    expect(numbers(rows(await send(api, LIST)))).toEqual([3, 2, 1]);
  });

  test('success body: data and pagination, nothing else', async () => {
    const { status, headers, body } = await send(await serveMonitors(many(2)), LIST);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.keys(body)).toEqual(['data', 'pagination']);
    expect(Object.keys(body.pagination ?? {})).toEqual(['page', 'per_page', 'total', 'total_pages']);
  });

  test('page: default 1; per_page: default 25', async () => {
    const answer = await send(await serveMonitors(many(30)), LIST);
    expect(answer.body.pagination).toEqual({ page: 1, per_page: 25, total: 30, total_pages: 2 });
    expect(rows(answer)).toHaveLength(25);
  });

  test('per_page: 1 to 100', async () => {
    const api = await serveMonitors(many(120));
    expect(rows(await send(api, `${LIST}?per_page=1`))).toHaveLength(1);
    const answer = await send(api, `${LIST}?per_page=100&page=2`);
    expect(numbers(rows(answer))).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
    expect(answer.body.pagination).toEqual({ page: 2, per_page: 100, total: 120, total_pages: 2 });
  });

  test('all pages together contain each monitor once', async () => {
    const api = await serveMonitors(many(23));
    const found: number[] = [];
    for (const page of [1, 2, 3, 4])
      found.push(...numbers(rows(await send(api, `${LIST}?page=${page}&per_page=7`))));
    expect(found).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n));
  });

  test.each(['2', '1000000', '9007199254740991'])(
    'a page beyond the last is empty: page=%s',
    async (page) => {
      const { status, body } = await send(await serveMonitors(many(3)), `${LIST}?page=${page}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [],
        pagination: { page: Number(page), per_page: 25, total: 3, total_pages: 1 },
      });
    },
  );

  test('no monitors: total 0, total_pages 0', async () => {
    expect((await send(await serveMonitors([]), LIST)).body).toEqual({
      data: [],
      pagination: { page: 1, per_page: 25, total: 0, total_pages: 0 },
    });
  });

  test.each([
    ['type=http', [1]],
    ['type=https', [5, 2]],
    ['type=tcp', [3]],
    ['type=ping', [4]],
    ['is_active=true', [3, 2, 1]],
    ['is_active=false', [5, 4]],
    ['type=https&is_active=false', [5]],
    ['is_active=true&type=ping', []],
    ['type=%68ttps', [5, 2]],
    ['', [5, 4, 3, 2, 1]],
    ['Page=0&unknown=1&per-page=0', [5, 4, 3, 2, 1]],
  ])('filters: ?%s', async (query, expected) => {
    const answer = await send(await serveMonitors(mixed), `${LIST}?${query}`);
    expect(numbers(rows(answer))).toEqual(expected);
    expect(answer.body.pagination?.total).toBe(expected.length);
  });

  // The property in parameters.test.ts tests the values.
  test.each([
    ...[
      'page=0',
      'page=%2B1',
      'page=1&page=1',
      'page[]=1&page=x',
      'page=%zz',
      'per_page=101',
      'type=__proto__',
    ],
    ...['type=http&type=tcp', 'is_active='],
  ])('rule 1: an invalid query parameter value yields 400: ?%s', async (query) => {
    const { status, body } = await send(await serveMonitors(mixed), `${LIST}?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatch(/^Invalid query parameter: (page|per_page|type|is_active) must be /);
  });

  test('rule 2: the response carries the rate-limit and quota headers', async () => {
    const { headers } = await send(await serveMonitors(mixed), LIST);
    for (const name of LIMIT_HEADERS) expect(headers.get(name)).toMatch(/^\d+$/);
  });

  test('an added, edited or removed monitor is visible on the next request', async () => {
    const api = await serveMonitors(many(2));
    expect(rows(await send(api, `${LIST}?is_active=false`))).toEqual([]);
    const organizationNow = api.api.organization();
    organizationNow.addMonitor(monitor(3));
    organizationNow.editMonitor(uuid(1), { name: 'Renamed', is_active: false });
    organizationNow.removeMonitor(uuid(2));
    const found = rows(await send(api, LIST));
    expect(numbers(found)).toEqual([3, 1]);
    expect(found[1]).toMatchObject({
      name: 'Renamed',
      is_active: false,
      updated_at: '2026-03-10T12:00:00.000Z',
    });
    expect(numbers(rows(await send(api, `${LIST}?is_active=false`, { key: KEY })))).toEqual([1]);
  });
});
