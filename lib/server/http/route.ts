import 'server-only';
import { type Container, getContainer } from '../container.ts';
import { type Failure, FailureError } from '../errors.ts';
import { matchesTag } from '../etag.ts';
import type { Export } from '../services/export-monitors.ts';
import type { Tagged } from '../tagged.ts';
import { bodyStream } from './body-stream.ts';
import { failureBody, retryAfterSeconds, statusOf } from './failure-response.ts';
import { usageResponseHeaders } from './usage-response-headers.ts';
import { type Viewer, viewerOf } from './viewer.ts';

/** What a handler is given: the request's own URL, its path parameters, who asks, and the parts of the server. */
interface RouteContext {
  container: Container;
  url: URL;
  params: Record<string, string | string[] | undefined>;
  viewer: Viewer;
}

/** JSON as it is, an answer that carries a strong ETag and can be a 304, or a download. */
type Reply = { json: unknown } | { tagged: Tagged<unknown> } | { download: Export };

/** A handler gives a reply, or throws FailureError. */
type Handler = (context: RouteContext) => Reply | Promise<Reply>;

type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Wraps a handler into the methods a route file exports: common headers, request id, ETag, errors to answers.
 * Every method but GET and HEAD gets 405.
 *
 * @param options.counters false for what says nothing of upstream, not even its counters
 */
export function route(handler: Handler, options: { counters?: boolean } = {}): Record<Method, NextHandler> {
  const { counters = true } = options;

  const get: NextHandler = async (request, { params }) => {
    const requestId = crypto.randomUUID();
    const container = await getContainer();
    const headers = commonHeaders(requestId);
    try {
      const url = new URL(request.url);
      const reply = await handler({
        container,
        url,
        params: await params,
        viewer: viewerOf(request.headers),
      });
      if (counters) addCounters(headers, container);
      return respond(reply, headers, request.headers.get('if-none-match'));
    } catch (error) {
      const failure = toFailure(error, requestId);
      if (counters) addCounters(headers, container);
      const retryAfter = retryAfterSeconds(failure, container.clock.now());
      if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
      return failed(failure, requestId, headers);
    }
  };

  const refuse: NextHandler = async () => {
    const requestId = crypto.randomUUID();
    const headers = commonHeaders(requestId);
    if (counters) addCounters(headers, await getContainer());
    headers.set('Allow', 'GET, HEAD');
    return failed({ code: 'method_not_allowed' }, requestId, headers);
  };

  return { GET: get, HEAD: get, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
}

function respond(reply: Reply, headers: Headers, ifNoneMatch: string | null): Response {
  if ('json' in reply) return new Response(JSON.stringify(reply.json), { headers });
  if ('download' in reply) {
    const { fileName, contentType, stream } = reply.download;
    headers.set('Content-Type', contentType);
    headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
    return new Response(bodyStream(stream), { headers });
  }
  const { bytes, tag } = reply.tagged;
  headers.set('ETag', tag);
  if (!matchesTag(ifNoneMatch, tag)) return new Response(bytes, { headers });
  headers.delete('Content-Type');
  return new Response(null, { status: 304, headers });
}

function failed(failure: Failure, requestId: string, headers: Headers): Response {
  const body = JSON.stringify(failureBody(failure, requestId));
  return new Response(body, { status: statusOf(failure.code), headers });
}

function commonHeaders(requestId: string): Headers {
  return new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
}

function addCounters(headers: Headers, container: Container): void {
  for (const [name, value] of usageResponseHeaders(container.ledger.responseCounters()))
    headers.set(name, value);
}

/** A bug of ours is logged here, once, with the id that the answer carries. */
function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof FailureError) return error.failure;
  console.error(`request ${requestId} failed:`, error);
  return { code: 'internal' };
}
