import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/**
 * One line a request, with these fields and no others: never the query, a header's value or a body, which may hold
 * what must not be logged. A path that is none of ours is not repeated. Routes of the interface give themselves an id;
 * every other answer, but the files of the build, gets one here.
 */
export function logRequest(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const begun = performance.now();
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const { method } = request;
  const route = routeOf(path);
  if (route === null) return;
  if (!route.startsWith('/api/')) response.setHeader('X-Request-Id', randomUUID());
  response.once('close', () => {
    const id = response.getHeader('x-request-id');
    const cache = response.getHeader('cache-status');
    log.info(
      {
        ...(typeof id === 'string' ? { id } : {}),
        method: methodOf(method),
        route,
        status: response.statusCode,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        ...(typeof cache === 'string' ? { cache } : {}),
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
}

const fixed = new Set([
  '/',
  '/monitors',
  '/usage',
  '/login',
  '/api/monitors',
  '/api/monitors/export',
  '/api/usage',
  '/api/health',
  '/api/metrics',
  '/api/auth/login',
  '/api/auth/callback',
  '/api/auth/logout',
]);

/** The route as it is written in the code; null for the files of the build, which say nothing. */
export function routeOf(path: string): string | null {
  if (path.startsWith('/_next/static/')) return null;
  if (fixed.has(path)) return path;
  if (/^\/monitors\/[^/]+$/.test(path)) return '/monitors/[uuid]';
  if (/^\/api\/monitors\/[^/]+$/.test(path)) return '/api/monitors/[uuid]';
  return path.startsWith('/api/') ? '/api/*' : '*';
}

function methodOf(method: string | undefined): string {
  return method !== undefined && /^[A-Z]{1,10}$/.test(method) ? method : '?';
}
