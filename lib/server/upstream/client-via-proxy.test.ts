import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endNow, listenOnLoopback } from '../../../e2e/support/http/loopback.ts';
import { systemClock } from '../clock.ts';
import { createUpstreamClient } from './client.ts';

/** A proxy that answers by itself: first with a page, then with a body that is too large for a page. */
const proxy = createServer((request, response) => {
  const isSecond = request.url === 'http://api.example/v1/monitors?page=2&per_page=100';
  response.end(`{"data":[],"pagination":{}}${' '.repeat(isSecond ? 5 * 1024 * 1024 : 0)}`);
});
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(proxy);
});
afterAll(() => endNow(proxy));

test('also without a tunnel a page is read up to 4 MiB', async () => {
  const client = createUpstreamClient({
    ...{ baseUrl: new URL('http://api.example/v1'), apiKey: 'key', clock: systemClock },
    proxy: new URL(`http://127.0.0.1:${port}`),
  });
  expect(await client.listMonitors({ page: 1, per_page: 100 })).toMatchObject({ ok: true });
  expect(await client.listMonitors({ page: 2, per_page: 100 })).toMatchObject({
    failure: { code: 'upstream_invalid_response', reason: 'is larger than 4 MiB' },
  });
  await client.close();
});
