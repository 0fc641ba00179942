import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { noteToken, onFinishedRequest, type RequestNotes, withNotes } from '../process/shared.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { logRequest, routeOf, traceIdOf } from './access-log';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

/** Serves with a log, and sends requests one after the other. @returns the responses' request IDs, and the parsed lines of the log */
async function logged(
  handle: (request: IncomingMessage, response: ServerResponse, notes: RequestNotes) => void,
  paths: readonly string[],
  headers: Record<string, string> = {},
) {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const server = createServer((request, response) => {
    const notes: RequestNotes = {};
    logRequest(request, response, log, notes);
    handle(request, response, notes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const ids: (string | null | undefined)[] = [];
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${address.port}${path}`, { headers }).catch(() => null);
    await response?.text();
    ids.push(response?.headers.get('x-request-id'));
  }
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  return { ids, lines };
}

test('a page response and its log line have the same request id, which is unique', async () => {
  const { ids, lines } = await logged(
    (_request, response) => void response.end('page'),
    ['/monitors?q=secret', '/monitors?q=secret', '/_next/static/a.js'],
  );
  const [first, second, file] = ids;
  expect(first).not.toBe(second);
  expect(file, 'build files are not logged').toBeNull();
  const line = { method: 'GET', route: '/monitors', status: 200 };
  expect(lines).toEqual([
    expect.objectContaining({ id: first, ...line }),
    expect.objectContaining({ id: second, ...line }),
  ]);
});

test('a log line has exactly these fields, also for failed and aborted responses', async () => {
  const headers = {
    Traceparent: '00-secret-secret-01',
    Cookie: 'session=secret',
    Authorization: 'Bearer secret',
    Referer: 'https://secret.example',
  };
  const { lines } = await logged(
    (request, response) => {
      response.setHeader('Set-Cookie', 'session=secret');
      if (request.url?.startsWith('/usage')) response.destroy(new Error('secret'));
      else response.writeHead(500).end('secret');
    },
    ['/api/monitors?q=secret', '/usage?secret'],
    headers,
  );
  expect(lines.map((line) => Object.keys(line).join(' '))).toEqual([
    'level method route status ms msg',
    'level id method route status ms aborted msg',
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('a line has the name of the token that was noted while the request was handled', async () => {
  const { lines } = await logged(
    (request, response, notes) =>
      void withNotes(notes, async () => {
        await setImmediate();
        if (request.url === '/api/usage') noteToken('grafana');
        response.end();
      }),
    ['/api/usage', '/api/changes'],
  );
  expect(lines.map(({ route, token }) => [route, token])).toEqual([
    ['/api/usage', 'grafana'],
    ['/api/changes', undefined],
  ]);
});

test('a request is found in the log by the ID of its trace, and reported to the metrics', async () => {
  const finished: unknown[] = [];
  onFinishedRequest((request) => finished.push(request));
  const { lines } = await logged(
    (_request, response) => void response.writeHead(404).end(),
    ['/api/monitors/secret'],
    { traceparent: `00-${trace}-${parent}-01` },
  );
  expect(lines).toEqual([expect.objectContaining({ trace_id: trace, status: 404 })]);
  const route = '/api/monitors/[uuid]';
  expect(finished).toEqual([{ route, method: 'GET', status: 404, durationMs: expect.any(Number) }]);
});

test.each([
  ['/api/monitors/export', '/api/monitors/export'],
  ['/api/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55/secret', '/api/*'],
  ['/api/monitors/secret\nline', '/api/monitors/[uuid]'],
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
