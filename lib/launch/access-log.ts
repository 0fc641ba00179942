import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { reportFinishedRequest } from '../process/finished-requests.ts';
import { type RequestNotes, traceField } from '../process/request-notes.ts';
import { traceIdOf } from './trace-id.ts';

/**
 * Logs one line per request with exactly the fields below, and reports it to the metrics. The query, header values and
 * bodies are never logged, because they may contain secrets, except for the trace ID of a valid `traceparent`; nor is a
 * path that matches no route. Routes under /api set a request id themselves; every other response, except for build
 * files, gets one here (docs/adr/0015-the-access-log-stays-ours.md).
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
  const trace = traceIdOf(request.headers.traceparent);
  if (trace !== null) notes.traceId = trace;
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const { method } = request;
  const route = routeOf(path);
  if (route === null) return;
  if (!setsOwnId(route)) response.setHeader('X-Request-Id', randomUUID());
  response.once('close', () => {
    const id = response.getHeader('x-request-id');
    const durationMs = performance.now() - startedAt;
    const status = response.statusCode;
    reportFinishedRequest({ route, method: methodOf(method), status, durationMs });
    log.info(
      {
        ...(typeof id === 'string' ? { id } : {}),
        ...traceField(notes),
        ...(notes.token === undefined ? {} : { token: notes.token }),
        method: methodOf(method),
        route,
        status,
        ms: Math.round(durationMs * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
}

/** Whether Sightline's routes set the request ID: all below /api but the page of the API. */
function setsOwnId(route: string): boolean {
  return route.startsWith('/api/') && route !== '/api/docs';
}

const staticRoutes = new Set([
  '/',
  '/monitors',
  '/changes',
  '/usage',
  '/login',
  '/api/monitors',
  '/api/monitors/export',
  '/api/monitors/refresh',
  '/api/changes',
  '/api/changes/count',
  '/api/changes/export',
  '/api/changes/fleet',
  '/api/usage',
  '/api/openapi.json',
  '/api/docs',
  '/api/health',
  '/api/metrics',
  '/api/auth/login',
  '/api/auth/callback',
  '/api/auth/logout',
]);

/** Returns the route of a path, named as in `app`; null for build files, which are not logged. */
export function routeOf(path: string): string | null {
  if (path.startsWith('/_next/static/')) return null;
  if (staticRoutes.has(path)) return path;
  if (/^\/monitors\/[^/]+$/.test(path)) return '/monitors/[uuid]';
  if (/^\/api\/monitors\/[^/]+$/.test(path)) return '/api/monitors/[uuid]';
  if (/^\/api\/monitors\/[^/]+\/refresh$/.test(path)) return '/api/monitors/[uuid]/refresh';
  if (/^\/api\/monitors\/[^/]+\/history$/.test(path)) return '/api/monitors/[uuid]/history';
  return path.startsWith('/api/') ? '/api/*' : '*';
}

function methodOf(method: string | undefined): string {
  return method !== undefined && /^[A-Z]{1,10}$/.test(method) ? method : '?';
}
