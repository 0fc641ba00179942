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

const start = () => serve([organization({ monitors: [monitor(1)] })]);

describe('faults on demand', () => {
  test('status: the given number of requests get this status and are not counted', async () => {
    const api = await start();
    api.api.inject({ kind: 'status', status: 503, times: 2, headers: { 'Retry-After': '9' } });
    expect(await send(api, LIST)).toMatchObject({ status: 503, body: { error: 'Injected fault' } });
    expect((await send(api, LIST)).headers.get('retry-after')).toBe('9');
    expect((await send(api, LIST)).headers.get('x-ratelimit-remaining')).toBe('59');
    expect(api.requests()).toBe(3);
  });

  test('delay: the complete response is sent later', async () => {
    const api = await start();
    api.api.inject({ kind: 'delay', ms: 20, times: 1 });
    expect(rows(await send(api, LIST))).toHaveLength(1);
    const delayed = { method: 'GET', url: LIST, authorization: `Bearer ${KEY}`, remoteAddress: '127.0.0.1' };
    api.api.inject({ kind: 'delay', ms: 7000 });
    expect(api.api.handle(delayed)).toMatchObject({ status: 200, delayMs: 7000 });
  });

  test('reset: the connection is reset', async () => {
    const api = await start();
    api.api.inject({ kind: 'reset', times: 1 });
    await expect(send(api, LIST)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await send(api, LIST)).status).toBe(200);
  });

  test('malformed: half of the body, or the given one', async () => {
    const api = await start();
    api.api.inject({ kind: 'malformed', times: 1 });
    await expect(send(api, LIST)).rejects.toThrow(SyntaxError);
    api.api.inject({ kind: 'malformed', body: '{"data":"no"}' });
    expect(await send(api, LIST)).toMatchObject({ status: 200, body: { data: 'no' } });
  });

  test('missing-headers: the seven headers are missing, also from a 429', async () => {
    const api = await start();
    api.api.inject({ kind: 'missing-headers' });
    api.api.inject({ kind: 'exhaust-quota', window: 'minute' });
    const { status, headers } = await send(api, LIST);
    expect(status).toBe(429);
    for (const name of LIMIT_HEADERS) expect(headers.has(name)).toBe(false);
  });

  test('revoke-key: 401 until the faults are removed', async () => {
    const api = await start();
    api.api.inject({ kind: 'revoke-key', key: 'another' });
    expect((await send(api, LIST)).status).toBe(200);
    api.api.inject({ kind: 'revoke-key' });
    expect((await send(api, LIST)).body).toEqual({ error: 'Invalid API key' });
    api.api.clearFaults();
    expect((await send(api, LIST)).status).toBe(200);
  });

  test.each([
    ['minute', 'Rate limit exceeded', 1, 60_000],
    ['daily', 'Daily quota exceeded', 4, 12 * 3_600_000],
    ['monthly', 'Monthly quota exceeded', 6, 21.5 * 86_400_000],
  ] as const)(
    'exhaust-quota %s: 429 until the window ends or the faults are removed',
    async (window, error, header, wait) => {
      const api = await start();
      api.api.inject({ kind: 'exhaust-quota', window });
      const refused = await send(api, LIST);
      expect(refused).toMatchObject({ status: 429, body: { error } });
      expect(refused.headers.get(LIMIT_HEADERS[header] ?? '')).toBe('0');
      api.api.clearFaults();
      expect((await send(api, LIST)).status).toBe(200);
      api.api.inject({ kind: 'exhaust-quota', window });
      api.time.now += wait - 1;
      expect((await send(api, LIST)).status).toBe(429);
      api.time.now += 1;
      expect((await send(api, LIST)).status).toBe(200);
    },
  );

  test('url_contains: only matching requests are affected', async () => {
    const api = await start();
    api.api.inject({ kind: 'status', status: 500, url_contains: 'page=2' });
    expect((await send(api, `${LIST}?page=1`)).status).toBe(200);
    expect((await send(api, `${LIST}?page=2`)).status).toBe(500);
    expect((await send(api, `${LIST}/${uuid(1)}`)).status).toBe(200);
  });
});
