import { request } from 'node:http';
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
import type { FaultInput } from './faults.ts';

const start = async () => {
  const api = await serve([organization({ monitors: [monitor(1)] })], { controlPort: 0 });
  const control = async (
    method: string,
    fault?: FaultInput | string,
    headers: Record<string, string> = {},
  ) => {
    const body = fault === undefined ? null : typeof fault === 'string' ? fault : JSON.stringify(fault);
    const response = await fetch(`${api.controlUrl}/faults`, { method, body, headers });
    return { status: response.status, body: await response.json() };
  };
  return { api, control };
};

describe('faults on demand', () => {
  test('status: the given number of requests get this status and are not counted', async () => {
    const { api, control } = await start();
    const put = await control('POST', {
      kind: 'status',
      status: 503,
      times: 2,
      headers: { 'Retry-After': '9' },
    });
    expect(put.status).toBe(201);
    expect(await send(api, LIST)).toMatchObject({ status: 503, body: { error: 'Injected fault' } });
    expect((await send(api, LIST)).headers.get('retry-after')).toBe('9');
    expect((await send(api, LIST)).headers.get('x-ratelimit-remaining')).toBe('59');
    expect(api.requests()).toBe(3);
  });

  test('delay: the complete response is sent later', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'delay', ms: 20, times: 1 });
    expect(rows(await send(api, LIST))).toHaveLength(1);
    const delayed = { method: 'GET', url: LIST, authorization: `Bearer ${KEY}`, remoteAddress: '127.0.0.1' };
    api.api.inject({ kind: 'delay', ms: 7000 });
    expect(api.api.handle(delayed)).toMatchObject({ status: 200, delayMs: 7000 });
  });

  test('reset: the connection is reset', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'reset', times: 1 });
    await expect(send(api, LIST)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await send(api, LIST)).status).toBe(200);
  });

  test('malformed: half of the body, or the given one', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'malformed', times: 1 });
    await expect(send(api, LIST)).rejects.toThrow(SyntaxError);
    await control('POST', { kind: 'malformed', body: '{"data":"no"}' });
    expect(await send(api, LIST)).toMatchObject({ status: 200, body: { data: 'no' } });
  });

  test('missing-headers: the seven headers are missing, also from a 429', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'missing-headers' });
    await control('POST', { kind: 'exhaust-quota', window: 'minute' });
    const { status, headers } = await send(api, LIST);
    expect(status).toBe(429);
    for (const name of LIMIT_HEADERS) expect(headers.has(name)).toBe(false);
  });

  test('revoke-key: 401 until the faults are removed', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'revoke-key', key: 'another' });
    expect((await send(api, LIST)).status).toBe(200);
    await control('POST', { kind: 'revoke-key' });
    expect((await send(api, LIST)).body).toEqual({ error: 'Invalid API key' });
    expect((await control('DELETE')).body).toEqual({ faults: [] });
    expect((await send(api, LIST)).status).toBe(200);
  });

  test.each([
    ['minute', 'Rate limit exceeded', 1, 60_000],
    ['daily', 'Daily quota exceeded', 4, 12 * 3_600_000],
    ['monthly', 'Monthly quota exceeded', 6, 21.5 * 86_400_000],
  ] as const)(
    'exhaust-quota %s: 429 until the window ends or the faults are removed',
    async (window, error, header, wait) => {
      const { api, control } = await start();
      await control('POST', { kind: 'exhaust-quota', window });
      const refused = await send(api, LIST);
      expect(refused).toMatchObject({ status: 429, body: { error } });
      expect(refused.headers.get(LIMIT_HEADERS[header] ?? '')).toBe('0');
      await control('DELETE');
      expect((await send(api, LIST)).status).toBe(200);
      await control('POST', { kind: 'exhaust-quota', window });
      api.time.now += wait - 1;
      expect((await send(api, LIST)).status).toBe(429);
      api.time.now += 1;
      expect((await send(api, LIST)).status).toBe(200);
    },
  );

  test('url_contains: only matching requests are affected', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'status', status: 500, url_contains: 'page=2' });
    expect((await send(api, `${LIST}?page=1`)).status).toBe(200);
    expect((await send(api, `${LIST}?page=2`)).status).toBe(500);
    expect((await send(api, `${LIST}/${uuid(1)}`)).status).toBe(200);
  });
});

describe('the control server', () => {
  test('lists the active faults and counts the requests', async () => {
    const { api, control } = await start();
    await control('POST', { kind: 'delay', ms: 0, times: 2 });
    await send(api, LIST);
    expect((await control('GET')).body).toEqual({ faults: [{ kind: 'delay', ms: 0, times: 1 }] });
    expect(await (await fetch(`${api.controlUrl}/requests`)).json()).toEqual({ requests: 1 });
  });

  test.each([
    '',
    'nonsense',
    '[]',
    '{"kind":"fire"}',
    '{"kind":"delay"}',
    '{"kind":"status","status":99}',
    '{"kind":"reset","ms":1}',
  ])('an invalid fault yields 400: %s', async (text) => {
    const { api, control } = await start();
    expect(await control('POST', text)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(api.api.faults()).toEqual([]);
  });

  test('another path yields 404', async () => {
    const { api } = await start();
    expect((await fetch(`${api.controlUrl}/other`)).status).toBe(404);
  });

  test('web pages cannot use it: a request with an Origin or a Host other than loopback is rejected', async () => {
    const { api, control } = await start();
    expect((await control('POST', { kind: 'reset' }, { Origin: 'https://example.com' })).status).toBe(403);
    const status = await new Promise((resolve) => {
      request(`${api.controlUrl}/faults`, { headers: { Host: 'example.com' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
    expect(api.api.faults()).toEqual([]);
  });
});
