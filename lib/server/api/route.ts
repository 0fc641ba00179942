import 'server-only';
import { serverTiming } from '@/lib/process/server-timing';
import type { RouteCaller } from '../auth/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { FailureError } from '../errors.ts';
import { admit } from './admit.ts';
import { bodyStream } from './body-stream.ts';
import type { EtaggedBody } from './etagged-body.ts';
import { etaggedResponse } from './etagged-response.ts';
import type { Export } from './export-stream.ts';
import { retryAfterSeconds } from './failure-body.ts';
import { commonHeaders, failureResponse, type NextHandler, toFailure } from './route-helpers.ts';
import { usageResponseHeaders } from './usage-response-headers.ts';
import { viewerOfRoute } from './viewer.ts';

/** What a handler receives: the parts of the server, the caller, the request, its URL and its path parameters. */
interface RouteContext {
  container: Container;
  /** Anonymous where every caller is admitted. */
  caller: RouteCaller;
  url: URL;
  params: Record<string, string | string[] | undefined>;
  request: Request;
}

/** JSON, text, a body with a strong ETag (the response can be a 304), or a download. */
type Reply =
  | { json: unknown; status?: 200 | 202 | 503 }
  | { text: { body: string; contentType: string } }
  | { etaggedBody: EtaggedBody<unknown> }
  | { download: Export };

/** Returns a reply, or throws FailureError. */
type Handler = (context: RouteContext) => Reply | Promise<Reply>;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Wraps a handler into the methods that a route file exports: calls the gate, sets common headers, request id
 * and ETag, and converts errors to responses. All methods except GET and HEAD get 405. The caller counts as a
 * viewer, a script as `viewerOfRoute` says. A caller that is not admitted learns nothing, not even upstream's counters.
 *
 * @param options.open true admits every caller: for routes that reveal no monitors, or check a token
 * themselves
 */
export function route(handler: Handler, options: { open?: boolean } = {}): Record<Method, NextHandler> {
  return wrap(handler, { open: options.open ?? false, method: 'GET' });
}

/**
 * The same for POST only: for routes that send upstream requests on demand. Requires the header
 * `Sightline-Refresh`, which no other site can make a browser send (OWASP, "Cross-Site Request Forgery
 * Prevention", custom request headers). Tokens are rejected: scripts only read.
 */
export function postRoute(handler: Handler): Record<Method, NextHandler> {
  return wrap(handler, { open: false, method: 'POST' });
}

function wrap(
  handler: Handler,
  { open, method }: { open: boolean; method: 'GET' | 'POST' },
): Record<Method, NextHandler> {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : ['POST'];

  const handle =
    (run: (container: Container, caller: RouteCaller, headers: Headers) => Promise<Response>): NextHandler =>
    async (request) => {
      const requestId = crypto.randomUUID();
      const headers = commonHeaders(requestId);
      const container = await getContainer();
      const startedAt = container.clock.monotonic();
      let isAdmitted = false;
      // Set last, so that it includes all work except for sending the body.
      const timed = (response: Response) => {
        response.headers.set('Server-Timing', serverTiming(container.clock.monotonic() - startedAt));
        return response;
      };
      try {
        const caller = open ? anonymous : await admit(container, request);
        isAdmitted = !open;
        return timed(await run(container, caller, headers));
      } catch (error) {
        // The current counters: even a failed upstream request may have returned the first ones.
        if (isAdmitted) addCounters(headers, container);
        const failure = toFailure(error, requestId, container.log);
        const retryAfter = retryAfterSeconds(failure, container.clock.now());
        if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
        return timed(failureResponse(failure, requestId, headers));
      }
    };

  const serve: NextHandler = (request, context) =>
    handle(async (container, caller, headers) => {
      if (method === 'POST' && caller.token !== null) throw new FailureError({ code: 'token_read_only' });
      if (method === 'POST' && !request.headers.has('sightline-refresh')) {
        throw new FailureError({ code: 'cross_site', missingHeader: 'Sightline-Refresh' });
      }
      const viewer = open ? null : viewerOfRoute(request.headers, caller);
      if (viewer !== null) container.refresher.seen(viewer.id, viewer.requestedInterval);
      const reply = await handler({
        container,
        caller,
        url: new URL(request.url),
        params: await context.params,
        request,
      });
      if (!open) addCounters(headers, container);
      return respond(reply, headers, request);
    })(request, context);

  const rejectMethod = handle(async () => {
    throw new FailureError({ code: 'method_not_allowed', allowed });
  });

  const methods = { GET: rejectMethod, HEAD: rejectMethod, POST: rejectMethod };
  const served = method === 'GET' ? { GET: serve, HEAD: serve } : { POST: serve };
  return {
    ...methods,
    ...served,
    PUT: rejectMethod,
    PATCH: rejectMethod,
    DELETE: rejectMethod,
    OPTIONS: rejectMethod,
  };
}

const anonymous: RouteCaller = { session: null, token: null };

async function respond(reply: Reply, headers: Headers, request: Request): Promise<Response> {
  if ('json' in reply) {
    return new Response(JSON.stringify(reply.json), { status: reply.status ?? 200, headers });
  }
  if ('text' in reply) {
    headers.set('Content-Type', reply.text.contentType);
    return new Response(reply.text.body, { headers });
  }
  if ('download' in reply) {
    const { fileName, missing, contentType, open } = reply.download;
    // Next does not read the body of a response to HEAD, and nothing else would end it.
    const body = request.method === 'HEAD' ? null : await bodyStream(open(), request.signal);
    headers.set('Content-Type', contentType);
    headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
    if (missing > 0) headers.set('Sightline-Missing', String(missing));
    return new Response(body, { headers });
  }
  return etaggedResponse(reply.etaggedBody, headers, request.headers);
}

function addCounters(headers: Headers, container: Container): void {
  for (const [name, value] of usageResponseHeaders(container.ledger.responseCounters()))
    headers.set(name, value);
}
