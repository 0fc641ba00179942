import { describe, expect, test } from 'vitest';
import type { TestResponse } from './conformance.fixtures.ts';
import { KEY, LIST, monitor, organization, rows, send, serve, uuid } from './conformance.fixtures.ts';

const full = monitor(1, {
  name: '会員サイト "ログイン" \u202e\\',
  type: 'https',
  target: 'https://example.com/healthz?x=1',
  interval: 300,
  regions: ['gru1'],
  maintenance_mode: true,
  description: 'Two\nlines',
  is_active: true,
  last_check_at: '2026-03-10T11:59:58.007Z',
  last_status: 'down',
  last_response_time_ms: 412,
  http_method: 'HEAD',
  expected_status_codes: [200, 204],
  follow_redirects: false,
  timeout_ms: 10_000,
  updated_at: '2026-02-01T00:00:00.120Z',
});
const port = monitor(2, { type: 'tcp', target: 'db.internal', port: 5432 });
const unchecked = monitor(3, { type: 'ping', target: '2001:db8::1', is_active: false });

const LIST_FIELDS = [
  'monitor_uuid',
  'name',
  'type',
  'target',
  'port',
  'interval',
  'regions',
  'maintenance_mode',
  'is_active',
  'last_check_at',
  'last_status',
  'last_response_time_ms',
  'created_at',
  'updated_at',
];
const DETAIL_ONLY = ['description', 'http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'];

/** Reads monitor number n in both shapes. */
async function readBoth(n: number): Promise<{ list: object; detail: object; responses: TestResponse[] }> {
  const api = await serve([organization({ monitors: [full, port, unchecked] })]);
  const list = await send(api, LIST);
  const detail = await send(api, `${LIST}/${uuid(n)}`);
  return {
    list: rows(list).find((row) => row.monitor_uuid === uuid(n)) ?? {},
    detail: Object(detail.body.data),
    responses: [list, detail],
  };
}

describe('Monitor fields', () => {
  test('the list shape has exactly the 14 fields, in the order of the table', async () => {
    expect(Object.keys((await readBoth(1)).list)).toEqual(LIST_FIELDS);
  });

  test('the detail shape has exactly the 19 fields', async () => {
    expect(Object.keys((await readBoth(1)).detail).sort()).toEqual([...LIST_FIELDS, ...DETAIL_ONLY].sort());
  });

  test.each(
    Object.entries({
      monitor_uuid: uuid(1),
      name: '会員サイト "ログイン" \u202e\\',
      type: 'https',
      target: 'https://example.com/healthz?x=1',
      port: null,
      interval: 300,
      regions: ['gru1'],
      maintenance_mode: true,
      is_active: true,
      last_check_at: '2026-03-10T11:59:58.007Z',
      last_status: 'down',
      last_response_time_ms: 412,
      created_at: '2026-01-01T00:01:00.000Z',
      updated_at: '2026-02-01T00:00:00.120Z',
    }),
  )('Monitor field %s is in list and detail', async (field, value) => {
    const { list, detail } = await readBoth(1);
    expect(list).toHaveProperty(field, value);
    expect(detail).toHaveProperty(field, value);
  });

  test.each(
    Object.entries({
      description: 'Two\nlines',
      http_method: 'HEAD',
      expected_status_codes: [200, 204],
      follow_redirects: false,
      timeout_ms: 10_000,
    }),
  )('Monitor field %s is in the detail but not in the list', async (field, value) => {
    const { list, detail } = await readBoth(1);
    expect(list).not.toHaveProperty(field);
    expect(detail).toHaveProperty(field, value);
  });

  test('Monitor field port is the TCP port of a tcp monitor', async () => {
    expect((await readBoth(2)).list).toMatchObject({ type: 'tcp', target: 'db.internal', port: 5432 });
  });

  test.each(['port', 'last_check_at', 'last_status', 'last_response_time_ms'])(
    'Monitor field %s may be null',
    async (field) => {
      const { list, detail } = await readBoth(3);
      expect(list).toHaveProperty(field, null);
      expect(detail).toHaveProperty(field, null);
    },
  );

  test.each(DETAIL_ONLY)('Monitor field %s may be null', async (field) => {
    expect((await readBoth(3)).detail).toHaveProperty(field, null);
  });
});

describe('States and transitions', () => {
  test('is_active false, last_status null before the first check', async () => {
    expect((await readBoth(3)).list).toMatchObject({
      is_active: false,
      last_status: null,
      maintenance_mode: false,
    });
  });

  test('no operation changes any state: every method except GET is rejected', async () => {
    const api = await serve([organization({ monitors: [full] })]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect((await send(api, `${LIST}/${uuid(1)}`, { method, key: KEY })).status).toBe(405);
    }
    expect(rows(await send(api, LIST))).toHaveLength(1);
  });
});

describe('What the service does', () => {
  test('all responses are JSON', async () => {
    for (const response of (await readBoth(1)).responses)
      expect(response.headers.get('content-type')).toBe('application/json');
  });
});
