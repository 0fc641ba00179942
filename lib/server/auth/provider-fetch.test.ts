import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { endNow, listenOnLoopback } from '../../../e2e/support/http/loopback.ts';
import { createProviderFetch } from './provider-fetch';

const proxy = createServer((request, response) => response.end(`asked for ${request.url}`));
// It never answers a request for a tunnel.
proxy.on('connect', (_request, socket) => {
  socket.on('error', () => {}).once('end', () => socket.destroy());
  socket.resume();
});
afterEach(() => endNow(proxy));

const request = { method: 'GET', headers: {}, redirect: 'manual', body: undefined } as const;

async function fetchThroughProxy(url: string, milliseconds: number) {
  const address = new URL(`http://127.0.0.1:${await listenOnLoopback(proxy)}`);
  return createProviderFetch(() => address)(url, { ...request, signal: AbortSignal.timeout(milliseconds) });
}

test('a response arrives through the proxy', async () => {
  const response = await fetchThroughProxy('http://provider.example/keys', 5000);
  expect(await response.text()).toBe('asked for http://provider.example/keys');
});

test('a request through a proxy that never answers fails at its time limit', async () => {
  await expect(fetchThroughProxy('https://provider.example/', 50)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});
