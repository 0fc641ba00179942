import { describe, expect, test } from 'vitest';
import { LIST, monitor, organization, rows, send, serve, uuid } from './conformance.fixtures.ts';

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
async function readBoth(n: number): Promise<{ list: object; detail: object }> {
  const api = await serve([organization({ monitors: [full, port, unchecked] })]);
  const list = await send(api, LIST);
  const detail = await send(api, `${LIST}/${uuid(n)}`);
  return {
    list: rows(list).find((row) => row.monitor_uuid === uuid(n)) ?? {},
    detail: Object(detail.body.data),
  };
}

describe('Monitor fields', () => {
  test('the list shape has exactly the 14 fields, in the order of the table', async () => {
    expect(Object.keys((await readBoth(1)).list)).toEqual(LIST_FIELDS);
  });

  test('the detail shape has exactly the 19 fields', async () => {
    expect(Object.keys((await readBoth(1)).detail).sort()).toEqual([...LIST_FIELDS, ...DETAIL_ONLY].sort());
  });

  test('list and detail have the values of the monitor', async () => {
    const { list, detail } = await readBoth(1);
    expect(detail).toEqual({ ...full, port: null });
    expect(detail).toMatchObject(list);
  });

  test('Monitor field port is the TCP port of a tcp monitor', async () => {
    expect((await readBoth(2)).list).toMatchObject({ type: 'tcp', target: 'db.internal', port: 5432 });
  });

  test('fields without a value are null', async () => {
    const { list, detail } = await readBoth(3);
    const checks = { last_check_at: null, last_status: null, last_response_time_ms: null };
    expect(list).toMatchObject({ port: null, ...checks });
    expect(detail).toMatchObject({
      description: null,
      http_method: null,
      expected_status_codes: null,
      follow_redirects: null,
      timeout_ms: null,
    });
  });
});
