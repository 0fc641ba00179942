import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/**
 * Logs one line a request, with these fields and no others: never the query, a header's value or a body, which may
 * hold secrets. A path that is no route is not repeated. Routes under /api set a request id themselves; every other
 * answer, except for the files of the build, gets one here (docs/adr/0015-the-access-log-stays-ours.md).
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
    log.info(
      {
        ...(typeof id === 'string' ? { id } : {}),
        method: methodOf(method),
        route,
        status: response.statusCode,
        ms: Math.round((performance.now() - begun) * 10) / 10,
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
  '/api/monitors/refresh',
  '/api/usage',
  '/api/health',
  '/api/metrics',
  '/api/auth/login',
  '/api/auth/callback',
  '/api/auth/logout',
]);

/** The route as the code writes it; null for the files of the build, which are not logged. */
export function routeOf(path: string): string | null {
  if (path.startsWith('/_next/static/')) return null;
  if (fixed.has(path)) return path;
  if (/^\/monitors\/[^/]+$/.test(path)) return '/monitors/[uuid]';
  if (/^\/api\/monitors\/[^/]+$/.test(path)) return '/api/monitors/[uuid]';
  if (/^\/api\/monitors\/[^/]+\/refresh$/.test(path)) return '/api/monitors/[uuid]/refresh';
  return path.startsWith('/api/') ? '/api/*' : '*';
}

function methodOf(method: string | undefined): string {
  return method !== undefined && /^[A-Z]{1,10}$/.test(method) ? method : '?';
}
