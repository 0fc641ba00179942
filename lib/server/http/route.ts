import 'server-only';
import type { Caller } from '../access/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { FailureError } from '../errors.ts';
import type { EtaggedBody } from '../etagged-body.ts';
import type { Export } from '../services/export-monitors.ts';
import { commonHeaders, failed, type NextHandler, toFailure } from './answer.ts';
import { bodyStream } from './body-stream.ts';
import { etaggedResponse } from './etagged-response.ts';
import { retryAfterSeconds } from './failure-response.ts';
import { usageResponseHeaders } from './usage-response-headers.ts';
import { viewerOf } from './viewer.ts';

/** What a handler is given: the request's own URL, its path parameters, and the parts of the server. */
interface RouteContext {
  container: Container;
  url: URL;
  params: Record<string, string | string[] | undefined>;
  request: Request;
}

/** JSON as it is, an answer that carries a strong ETag and can be a 304, or a download. */
type Reply =
  | { json: unknown; status?: 200 | 503 }
  | { text: { body: string; contentType: string } }
  | { etaggedBody: EtaggedBody<unknown> }
  | { download: Export };

/** A handler gives a reply, or throws FailureError. */
type Handler = (context: RouteContext) => Reply | Promise<Reply>;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Wraps a handler into the methods a route file exports: the gate, common headers, request id, ETag, errors to
 * answers. Every method but GET and HEAD gets 405. Who asks counts as somebody who looks. Who is not let in learns
 * nothing, not even upstream's counters.
 *
 * @param options.open true lets everybody in: for what says nothing of the monitors
 */
export function route(handler: Handler, options: { open?: boolean } = {}): Record<Method, NextHandler> {
  return wrap(handler, { open: options.open ?? false, method: 'GET' });
}

/**
 * The same for POST alone: for what sends requests upstream by being asked. It needs the header `Sightline-Refresh`, which
 * no other site can make a browser send (OWASP, "Cross-Site Request Forgery Prevention", custom request headers).
 */
export function postRoute(handler: Handler): Record<Method, NextHandler> {
  return wrap(handler, { open: false, method: 'POST' });
}

function wrap(
  handler: Handler,
  { open, method }: { open: boolean; method: 'GET' | 'POST' },
): Record<Method, NextHandler> {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : ['POST'];

  const answer =
    (run: (container: Container, caller: Caller, headers: Headers) => Promise<Response>): NextHandler =>
    async (request) => {
      const requestId = crypto.randomUUID();
      const headers = commonHeaders(requestId);
      const container = await getContainer();
      let isAdmitted = false;
      try {
        const caller = open ? nobody : await container.access.gate.admit(request.headers.get('cookie'));
        if (caller === null) throw new FailureError({ code: 'signed_out' });
        isAdmitted = !open;
        return await run(container, caller, headers);
      } catch (error) {
        // As they are now: what failed may have brought the first of them.
        if (isAdmitted) addCounters(headers, container);
        const failure = toFailure(error, requestId, container.log);
        const retryAfter = retryAfterSeconds(failure, container.clock.now());
        if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
        return failed(failure, requestId, headers);
      }
    };

  const serve: NextHandler = (request, context) =>
    answer(async (container, caller, headers) => {
      if (method === 'POST' && !request.headers.has('sightline-refresh')) {
        throw new FailureError({ code: 'cross_site', lacks: 'Sightline-Refresh' });
      }
      const viewer = viewerOf(request.headers, caller);
      if (!open) container.refresher.seen(viewer.id, viewer.requestedInterval);
      const reply = await handler({
        container,
        url: new URL(request.url),
        params: await context.params,
        request,
      });
      if (!open) addCounters(headers, container);
      return respond(reply, headers, request.headers);
    })(request, context);

  const refuse = answer(async () => {
    throw new FailureError({ code: 'method_not_allowed', allowed });
  });

  const methods = { GET: refuse, HEAD: refuse, POST: refuse };
  const served = method === 'GET' ? { GET: serve, HEAD: serve } : { POST: serve };
  return { ...methods, ...served, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
}

const nobody: Caller = { session: null };

function respond(reply: Reply, headers: Headers, asked: Pick<Headers, 'get'>): Response {
  if ('json' in reply) {
    return new Response(JSON.stringify(reply.json), { status: reply.status ?? 200, headers });
  }
  if ('text' in reply) {
    headers.set('Content-Type', reply.text.contentType);
    return new Response(reply.text.body, { headers });
  }
  if ('download' in reply) {
    const { fileName, missing, contentType, stream } = reply.download;
    headers.set('Content-Type', contentType);
    headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
    if (missing > 0) headers.set('Sightline-Missing', String(missing));
    return new Response(bodyStream(stream), { headers });
  }
  return etaggedResponse(reply.etaggedBody, headers, asked);
}

function addCounters(headers: Headers, container: Container): void {
  for (const [name, value] of usageResponseHeaders(container.ledger.responseCounters()))
    headers.set(name, value);
}
