import 'server-only';
import { type Container, getContainer } from '../container';
import { type Failure, FailureError } from '../errors';
import { entityTag, matchesTag } from './etag';
import { failureBody, retryAfterSeconds, statusOf } from './failure-response';
import { usageResponseHeaders } from './usage-response-headers';

/** What a handler is given: the request's own URL, its path parameters, and the parts of the server. */
interface RouteContext {
  container: Container;
  url: URL;
  params: Record<string, string | string[] | undefined>;
}

/** A handler returns what becomes the JSON body, or throws FailureError. */
type Handler = (context: RouteContext) => unknown | Promise<unknown>;

type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

interface RouteOptions {
  /** Lists and details carry a strong ETag and answer 304. */
  tagged?: boolean;
  /** Health says nothing of upstream, not even its counters. */
  counters?: boolean;
}

interface RouteMethods {
  GET: NextHandler;
  HEAD: NextHandler;
  POST: NextHandler;
  PUT: NextHandler;
  PATCH: NextHandler;
  DELETE: NextHandler;
  OPTIONS: NextHandler;
}

/**
 * Wraps a handler into the methods a route file exports: common headers, request id, ETag, errors to answers.
 * Every method but GET and HEAD gets 405.
 */
export function route(handler: Handler, options: RouteOptions = {}): RouteMethods {
  const { tagged = false, counters = true } = options;

  const get: NextHandler = async (request, { params }) => {
    const requestId = crypto.randomUUID();
    const container = await getContainer();
    const headers = commonHeaders(requestId);
    try {
      const context = { container, url: new URL(request.url), params: await params };
      const body = JSON.stringify(await handler(context));
      if (counters) addCounters(headers, container);
      if (!tagged) return new Response(body, { headers });
      const tag = entityTag(body);
      headers.set('ETag', tag);
      if (matchesTag(request.headers.get('if-none-match'), tag)) {
        headers.delete('Content-Type');
        return new Response(null, { status: 304, headers });
      }
      return new Response(body, { headers });
    } catch (error) {
      const failure = toFailure(error, requestId);
      if (counters) addCounters(headers, container);
      const retryAfter = retryAfterSeconds(failure, container.clock.now());
      if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
      return new Response(JSON.stringify(failureBody(failure, requestId)), {
        status: statusOf(failure.code),
        headers,
      });
    }
  };

  const refuse: NextHandler = async () => {
    const requestId = crypto.randomUUID();
    const headers = commonHeaders(requestId);
    if (counters) addCounters(headers, await getContainer());
    headers.set('Allow', 'GET, HEAD');
    const failure: Failure = { code: 'method_not_allowed' };
    return new Response(JSON.stringify(failureBody(failure, requestId)), {
      status: statusOf(failure.code),
      headers,
    });
  };

  return { GET: get, HEAD: get, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: refuse };
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
  for (const [name, value] of usageResponseHeaders(container.ledger.counters())) headers.set(name, value);
}

/** A bug of ours is logged here, once, with the id that the answer carries. */
function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof FailureError) return error.failure;
  console.error(`request ${requestId} failed:`, error);
  return { code: 'internal' };
}
