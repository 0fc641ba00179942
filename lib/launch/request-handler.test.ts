import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createRequestHandler } from './request-handler';
import { createSecurityHeaders } from './security-headers';

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

/** Starts a real server with the handler. @param next stands in for Next's handler */
async function startServer(
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  basePath = '',
) {
  const lines: unknown[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const server = createServer(
    createRequestHandler({
      headers: createSecurityHeaders({ dev: false, https: false }),
      basePath,
      hops: 0,
      publicHost: 'sightline.example.com',
      isAllowedHost: (host) => host === 'localhost',
      serveFile: null,
      next: Promise.resolve(next),
      log,
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://localhost:${address.port}`, lines };
}

test('an error thrown by Next becomes a 500 in JSON, and is logged with the request id', async () => {
  const { url, lines } = await startServer(async () => {
    throw new Error('a bug');
  });
  for (const path of ['/monitors', '/api/monitors']) {
    const response = await fetch(url + path, { headers: { traceparent } });
    expect(response.status).toBe(500);
    const body: unknown = await response.json();
    const id = response.headers.get('x-request-id');
    expect(body).toEqual({ error: expect.any(String), code: 'internal', request_id: id });
    await expect
      .poll(() => lines)
      .toContainEqual(
        expect.objectContaining({
          level: 50,
          id,
          trace_id: trace,
          err: expect.objectContaining({ message: 'a bug' }),
        }),
      );
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ msg: 'request', id, route: path, status: 500 }));
  }
});

test('an error during a response aborts it, so that clients notice that it is incomplete', async () => {
  const { url, lines } = await startServer(async (_request, response) => {
    response.write('half of it');
    throw new Error('a bug');
  });
  const text = async () => (await fetch(`${url}/monitors`, { headers: { traceparent } })).text();
  await expect(text()).rejects.toThrow();
  await expect.poll(() => lines).toContainEqual(expect.objectContaining({ level: 50, trace_id: trace }));
});

test('a rejected request does not reach Next', async () => {
  const reached: unknown[] = [];
  const { url } = await startServer(async (request, response) => {
    reached.push(request.url);
    response.end();
  });
  const rejected = await fetch(`${url}/%ff`);
  expect(rejected.status).toBe(400);
  expect((await fetch(`${url.replace('localhost', '127.0.0.1')}/monitors`)).status).toBe(421);
  expect((await fetch(`${url}/monitors`)).status).toBe(200);
  expect(reached).toEqual(['/monitors']);
});

test('data has its own headers and no nonce, and each page response has a new nonce', async () => {
  const toNext: unknown[] = [];
  const { url } = await startServer(async (request, response) => {
    toNext.push(request.headers['content-security-policy']);
    response.end();
  });
  const headersOf = async (path: string) => Object.fromEntries((await fetch(url + path)).headers);
  const policyOf = async (path: string) => (await headersOf(path))['content-security-policy'];
  const data = "default-src 'none'; frame-ancestors 'none'";
  for (const path of ['/api', '/api?x', '/api/monitors', '/api/nowhere', '/%ff']) {
    expect(await headersOf(path), path).toMatchObject({
      'content-security-policy': data,
      'cache-control': 'private, no-store',
    });
  }
  expect(toNext.every((policy) => policy === undefined)).toBe(true);
  const pages = await Promise.all(['/', '/monitors', '/monitors', '/apiary', '/nowhere'].map(policyOf));
  expect(new Set(pages).size).toBe(pages.length);
  for (const policy of pages) expect(policy).toMatch(/script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
  expect(new Set(toNext.slice(-pages.length))).toEqual(new Set(pages));
});

test('Next sets how long a build file may be cached', async () => {
  const { url } = await startServer(async (_request, response) => void response.end());
  const image = (await fetch(`${url}/_next/static/b.svg`)).headers;
  expect(image.get('content-security-policy'), 'a browser can open it').toContain('nonce-');
  expect(image.get('cache-control')).toBeNull();
});

test.each([
  ['/status', '/status'],
  ['/status/', '/status'],
  ['/', '/status'],
  ['/status?a=1', '/status?a=1'],
  ['/status/monitors?q=/status/', '/status/monitors?q=/status/'],
  ['/monitors', '/status/monitors'],
  ['/status/status', '/status/status'],
  ['/statuses', '/status/statuses'],
])('below a base path, %s reaches Next as %s, with and without the prefix', async (path, expected) => {
  const { url } = await startServer(async ({ url }, response) => {
    response.end(url);
  }, '/status');
  expect(await (await fetch(url + path)).text()).toBe(expected);
});
