import { Agent, get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { KEY, LIST, monitor, organization, send, serve, uuid, withKey } from './conformance.fixtures.ts';
import { DEMO_KEY } from './demo.ts';
import { startReferenceApi } from './server.ts';

describe('startReferenceApi', () => {
  test('without options: the demo organization of 248 monitors on a free loopback port', async () => {
    const api = await startReferenceApi();
    expect(api.baseUrl).toBe(`http://127.0.0.1:${api.port}/v1`);
    expect(api.apiKey).toBe(DEMO_KEY);
    const answer = await send(api, `${LIST}?per_page=100`, { key: DEMO_KEY });
    expect(answer.body.pagination).toEqual({ page: 1, per_page: 100, total: 248, total_pages: 3 });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('60');
    await api.close();
  });

  test.each([
    [DEMO_KEY, 200],
    ['reference-api-neighbour-key', 200],
    ['reference-api-no-scope-key', 403],
    ['reference-api-elsewhere-key', 403],
    ['reference-api-revoked-key', 401],
    ['reference-api-expired-key', 401],
  ])('the demo key %s: %i', async (key, status) => {
    const api = await serve(undefined, {});
    const demo = await startReferenceApi({ monitors: 3 });
    expect((await send(demo, LIST, { key })).status).toBe(status);
    expect((await send(api, LIST, { key })).status).toBe(401);
    await demo.close();
  });

  test('counts the received requests, in total and by key, including failed ones', async () => {
    const api = await serve([organization({ keys: [{ key: KEY }, { key: 'second' }] })]);
    await Promise.all([
      send(api, LIST),
      send(api, `${LIST}/x`),
      send(api, LIST, { key: 'second' }),
      send(api, '/', { key: null }),
    ]);
    expect([api.requests(), api.requests(KEY), api.requests('second'), api.requests('unknown')]).toEqual([
      4, 2, 1, 0,
    ]);
  });

  test('the Date header follows the injected clock', async () => {
    expect((await send(await serve(), LIST)).headers.get('date')).toBe('Tue, 10 Mar 2026 12:00:00 GMT');
  });

  test('IPv4-mapped sources on a dual-stack socket are on an IPv4 allowlist', async () => {
    const api = await serve([withKey({ ip_allowlist: ['127.0.0.0/8'] })], { host: '::ffff:127.0.0.1' });
    expect((await send(api, LIST)).status).toBe(200);
  });

  test('non-ASCII text is sent completely', async () => {
    const name = '会員サイト Łódź מערכת \ud800';
    const api = await serve([organization({ monitors: [monitor(1, { name })] })]);
    expect((await send(api, `${LIST}/${uuid(1)}`)).body.data).toMatchObject({ name });
  });

  test('close ends at once despite idle connections and a pending response', async () => {
    const api = await startReferenceApi();
    const agent = new Agent({ keepAlive: true });
    const failed = new Promise<string>((resolve) => {
      api.api.inject({ kind: 'delay', ms: 3_600_000, times: 1 });
      get(`${api.baseUrl}/monitors`, { agent }).on('error', (error) => resolve(error.message));
    });
    await send(api, '/v1/monitors?other', { key: null });
    while (api.requests() < 2) await new Promise(setImmediate);
    await api.close();
    expect(await failed).toBe('socket hang up');
    agent.destroy();
  });
});
