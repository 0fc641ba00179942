import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForwardProxy } from '../../../e2e/support/http/forward-proxy.ts';
import { endNow, listenOnLoopback } from '../../../e2e/support/http/loopback.ts';
import { systemClock } from '../clock.ts';
import { createUpstreamClient } from './client.ts';

/** A proxy that answers by itself: first with a page, then with a body that is too large for a page. */
const proxy = createServer((request, response) => {
  const isSecond = request.url === 'http://api.example/v1/monitors?page=2&per_page=100';
  response.end(
    `{"data":[],"pagination":{"page":1,"per_page":100,"total":0,"total_pages":0}}${' '.repeat(isSecond ? 5 * 1024 * 1024 : 0)}`,
  );
});
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(proxy);
});
afterAll(() => endNow(proxy));

test('also without a tunnel a page is read up to 4 MiB', async () => {
  const client = createUpstreamClient({
    baseUrl: new URL('http://api.example/v1'),
    apiKey: 'key',
    clock: systemClock,
    proxy: new URL(`http://127.0.0.1:${port}`),
  });
  expect(await client.listMonitors({ page: 1, per_page: 100 })).toMatchObject({ ok: true });
  expect(await client.listMonitors({ page: 2, per_page: 100 })).toMatchObject({
    failure: { code: 'upstream_invalid_response', reason: 'is larger than 4 MiB' },
  });
  await client.close();
});

/** Reads a page of an API that can be reached through this proxy only. @returns the failure */
async function failureThrough(proxyPort: number): Promise<unknown> {
  const client = createUpstreamClient({
    baseUrl: new URL('https://api.example/v1'),
    apiKey: 'key',
    clock: systemClock,
    proxy: new URL(`http://127.0.0.1:${proxyPort}`),
  });
  const result = await client.listMonitors({ page: 1, per_page: 100 });
  await client.close();
  return result.ok ? null : result.failure;
}

test('a proxy that demands a password, opens no tunnel or is not there is named as the cause', async () => {
  const failure = { code: 'upstream_unreachable', reason: 'proxy' };
  for (const status of [407, 403, 502]) {
    const refusing = await startForwardProxy(() => status);
    expect(await failureThrough(refusing.port), String(status)).toEqual(failure);
    expect(refusing.asked).toEqual(['api.example:443']);
    await refusing.close();
    expect(await failureThrough(refusing.port), 'closed').toEqual(failure);
  }
});
