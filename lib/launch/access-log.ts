import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type RequestNotes, reportFinishedRequest, traceField } from '../process/shared.ts';

/**
 * Logs one line per request with exactly the fields below, and reports it to the metrics. Queries, bodies, paths that match
 * no route, and header values (except the trace ID) are never logged, because they may contain secrets. Routes under /api
 * set a request id themselves; other responses, except for build files, get one here.
 *
 * pino-http would log the URL, cookies and all headers unless each is switched off by an option.
 *
 * @param notes filled while the request is handled
 */
export function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
  notes: RequestNotes = {},
): void {
  const startedAt = performance.now();
  const { url = '/', method: sentMethod = '', headers } = request;
  const trace = traceIdOf(headers.traceparent);
  if (trace !== null) notes.traceId = trace;
  const method = /^[A-Z]{1,10}$/.test(sentMethod) ? sentMethod : '?';
  const route = routeOf(url.split('?', 1)[0] ?? '/');
  if (route === null) return;
  if (!route.startsWith('/api/')) response.setHeader('X-Request-Id', randomUUID());
  response.once('close', () => {
    const id = response.getHeader('x-request-id');
    const durationMs = performance.now() - startedAt;
    const status = response.statusCode;
    reportFinishedRequest({ route, method, status, durationMs });
    log.info(
      {
        id,
        ...traceField(notes),
        token: notes.token,
        method,
        route,
        status,
        ms: Math.round(durationMs * 10) / 10,
        aborted: response.writableFinished ? undefined : true,
      },
      'request',
    );
  });
}

/** The pages and routes of the application. A build without the sources has them under the same names. */
const files = readdirSync(existsSync('app') ? 'app' : '.next/server/app', {
  recursive: true,
  encoding: 'utf8',
});
const routes = files
  .filter((file) => /(^|\/)(page|route)\.(js|tsx?)$/.test(file) && !/^_|\[\[/.test(file))
  .map((file) => `/${file}`.replace(/\/[^/]+$/, '') || '/')
  // The first route that matches a path counts. In this order `export` precedes `[uuid]`.
  .sort()
  .reverse()
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.replace('.', '\\.').replace('[uuid]', '[^/]+')}$`),
  }));

/** Returns the route of a path, named as in `app`; null for build files, which are not logged. */
export function routeOf(path: string): string | null {
  if (path.startsWith('/_next/static/')) return null;
  const found = routes.find(({ pattern }) => pattern.test(path));
  return found?.route ?? (path.startsWith('/api/') ? '/api/*' : '*');
}

/** Later versions of the header may append fields (W3C Trace Context, 3.2). */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-|$)/;

/** Returns the trace ID in a header `traceparent`, to find a request's line in the log; null when it is not valid. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  return (typeof header === 'string' && traceparent.exec(header)?.[1]) || null;
}
