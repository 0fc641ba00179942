import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { noteToken, onFinishedRequest, type RequestNotes, withNotes } from '../process/shared.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { logRequest, routeOf, traceIdOf } from './access-log';

test('a page response and its log line have the same request id, which is unique', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const server = createServer((request, response) => {
    logRequest(request, response, log);
    response.end('page');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const ids: (string | null)[] = [];
  for (const path of ['/monitors?q=secret', '/monitors?q=secret', '/_next/static/a.js']) {
    const response = await fetch(`http://127.0.0.1:${address.port}${path}`);
    await response.text();
    ids.push(response.headers.get('x-request-id'));
  }
  server.close();
  await once(server, 'close');
  const [first, second, file] = ids;
  expect(first).not.toBe(second);
  expect(file, 'build files are not logged').toBeNull();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ id: first, method: 'GET', route: '/monitors', status: 200 }),
    expect.objectContaining({ id: second, method: 'GET', route: '/monitors', status: 200 }),
  ]);
  expect(lines.join('')).not.toContain('secret');
});

test('a log line has exactly these fields, also for failed and aborted responses', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const server = createServer((request, response) => {
    logRequest(request, response, log);
    response.setHeader('Set-Cookie', 'session=secret');
    if (request.url?.startsWith('/usage')) response.destroy(new Error('secret'));
    else response.writeHead(500).end('secret');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const headers = {
    Traceparent: '00-secret-secret-01',
    Cookie: 'session=secret',
    Authorization: 'Bearer secret',
    Referer: 'https://secret.example',
  };
  await fetch(`http://127.0.0.1:${address.port}/api/monitors?q=secret`, { headers });
  await fetch(`http://127.0.0.1:${address.port}/usage?secret`, { headers }).catch(() => undefined);
  await expect.poll(() => lines).toHaveLength(2);
  server.close();
  const [failed = '', aborted = ''] = lines;
  expect(Object.keys(JSON.parse(failed))).toEqual(['level', 'method', 'route', 'status', 'ms', 'msg']);
  expect(Object.keys(JSON.parse(aborted))).toEqual([
    'level',
    'id',
    'method',
    'route',
    'status',
    'ms',
    'aborted',
    'msg',
  ]);
  expect(lines.join('')).not.toContain('secret');
});

test('a line has the name of the token that was noted while the request was handled', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const server = createServer((request, response) => {
    const notes: RequestNotes = {};
    logRequest(request, response, log, notes);
    void withNotes(notes, async () => {
      await setImmediate();
      if (request.url === '/api/usage') noteToken('grafana');
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await Promise.all(
    ['usage', 'changes'].map((path) => fetch(`http://127.0.0.1:${address.port}/api/${path}`)),
  );
  await expect.poll(() => lines).toHaveLength(2);
  server.close();
  const tokens = lines.map((line) => JSON.parse(line)).map(({ route, token }) => [route, token]);
  expect(Object.fromEntries(tokens)).toEqual({ '/api/usage': 'grafana', '/api/changes': undefined });
});

test('a request is found in the log by the ID of its trace, and reported to the metrics', async () => {
  const lines: string[] = [];
  const finished: unknown[] = [];
  onFinishedRequest((request) => finished.push(request));
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const server = createServer((request, response) => {
    logRequest(request, response, log);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await fetch(`http://127.0.0.1:${address.port}/api/monitors/secret`, {
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  await expect.poll(() => lines).toHaveLength(1);
  server.close();
  expect(JSON.parse(lines.join(''))).toMatchObject({ trace_id: trace, status: 404 });
  const route = '/api/monitors/[uuid]';
  expect(finished).toEqual([{ route, method: 'GET', status: 404, durationMs: expect.any(Number) }]);
});

test.each([
  ['/monitors', '/monitors'],
  ['/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55', '/monitors/[uuid]'],
  ['/api/monitors/export', '/api/monitors/export'],
  ['/api/monitors/refresh', '/api/monitors/refresh'],
  ['/api/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55/refresh', '/api/monitors/[uuid]/refresh'],
  ['/api/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55/secret', '/api/*'],
  ['/api/monitors/secret\nline', '/api/monitors/[uuid]'],
  ['/api/made-up/secret', '/api/*'],
  ['/made-up?secret', '*'],
  ['/_next/static/chunks/a.js', null],
])('%j is logged as %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('each route and page of the app is logged under its own name', () => {
  const folder = fileURLToPath(new URL('../../app', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const routes = files.flatMap((file) => /^(.*?)\/?(?:route|page)\.tsx?$/.exec(file)?.[1] ?? []);
  expect(routes).toContain('api/monitors/[uuid]/refresh');
  for (const route of routes.filter((name) => !name.includes('[...'))) {
    expect(routeOf(`/${route.replace('[uuid]', 'a')}`)).toBe(`/${route}`);
  }
});

test('row 48: only names of routes are logged, whatever the path contains', () => {
  const path = fc
    .array(
      fc.oneof(
        fc.constantFrom('/', 'monitors', 'api', '\r\n', '\u001b[31m', '..'),
        fc.string({ unit: anyCharacter }),
      ),
    )
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(path, (text) => {
      expect(routeOf(text) ?? '').toMatch(/^(\*|\/[\w/[\]*]*|)$/);
    }),
  );
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test.each([`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `01-${trace}-${parent}-01-more`])(
  'the trace ID of %j is logged',
  (header) => {
    expect(traceIdOf(header)).toBe(trace);
  },
);

test.each([
  undefined,
  '',
  trace,
  `00-${trace}`,
  `ff-${trace}-${parent}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${parent}-01 secret`,
  ` 00-${trace}-${parent}-01`,
  [`00-${trace}-${parent}-01`],
])('%j has no trace ID', (header) => {
  expect(traceIdOf(header)).toBeNull();
});
