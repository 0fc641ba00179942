import 'server-only';
import { serverTiming } from '@/lib/process/shared';
import { anonymous, type Gate, type RouteCaller } from '../auth/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { FailureError } from '../errors.ts';
import { failureResponse, toFailure } from './failures.ts';
import { type Reply, respond } from './http.ts';
import { recordViewer } from './viewer.ts';

type Params = Record<string, string | string[] | undefined>;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
type NextHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

interface HandlerContext {
  container: Container;
  request: Request;
  params: Params;
  requestId: string;
  /** The headers of the response, also of a failure. */
  headers: Headers;
}

/**
 * Creates the handlers of all methods, because Next would respond to missing ones itself. Adds headers, converts errors, and
 * measures the time.
 */
export function handler(run: (context: HandlerContext) => Promise<Response>): Record<Method, NextHandler> {
  const handle: NextHandler = async (request, { params }) => {
    const requestId = crypto.randomUUID();
    // The launcher adds more (lib/launch/security-headers.ts).
    const headers = new Headers({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
    });
    const container = await getContainer();
    const { clock, log } = container;
    const startedAt = clock.monotonic();
    const response = await run({ container, request, params: await params, requestId, headers }).catch(
      (error: unknown) => failureResponse(toFailure(error, requestId, log), requestId, headers, clock.now()),
    );
    // Set last, so that it includes all work except for sending the body.
    response.headers.set('Server-Timing', serverTiming(clock.monotonic() - startedAt));
    return response;
  };
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}

interface RouteContext extends Pick<HandlerContext, 'container' | 'request' | 'params'> {
  /** Anonymous on routes that admit every caller. */
  caller: RouteCaller;
  url: URL;
}

type Run = (context: RouteContext) => Reply | Promise<Reply>;
/** Returns the caller of a request; null: it is not admitted. @throws FailureError */
type Admission = (
  container: Container,
  sent: Parameters<Gate['admitToRoute']>[0],
  search: URLSearchParams,
) => Promise<RouteCaller | null>;

const everyone: Admission = async () => anonymous;
const callers: Admission = ({ access }, sent) => access.gate.admitToRoute(sent);

/** Who may read a route. Callers are users with a session, and scripts with a token. */
const admissions = {
  callers,
  /** For routes that reveal no monitors, or check a token themselves. */
  everyone,
  /** Callers, and the token of a wall. */
  wall: ({ access }, sent) => access.gate.admitToWall(sent),
  /** Callers, and the token of a feed in the query. */
  feed: ({ access }, sent, search) => access.gate.admitToFeed(sent, search.get('token')),
  /** Callers, and everyone to a public view. Strangers cannot tell a view that is not public from one that does not exist. */
  view(container, sent, search) {
    const name = search.get('view');
    // A public view is open even while the sessions cannot be reached. So the caller is not determined.
    const isPublic = name !== null && container.views.find(name)?.public;
    return (isPublic ? everyone : callers)(container, sent, search);
  },
} satisfies Record<string, Admission>;

/**
 * A route for GET and HEAD. A caller counts as a viewer if it says so, and the response has upstream’s counters, unless the
 * route is open to everyone.
 */
export function route(run: Run, admitted: keyof typeof admissions = 'callers') {
  const isOpen = admitted === 'everyone' || admitted === 'view';
  return guarded(run, { admission: admissions[admitted], isOpen, allowed: ['GET', 'HEAD'] });
}

/**
 * A route for POST, for callers.
 *
 * @param options.tokens true admits scripts: to routes that change nothing and cost no request to the API
 * @param options.header whether users must send `Sightline-Refresh`, which no other site can make a browser send. A route that
 *   accepts only JSON needs none: before a browser sends JSON to another origin, it sends OPTIONS, which is refused
 */
export function postRoute(run: Run, { tokens = false, header = true } = {}) {
  const checkIntent = ({ headers }: Request, { token }: RouteCaller) => {
    if (token !== null && !tokens) throw new FailureError({ code: 'token_read_only' });
    if (token === null && header && !headers.has('sightline-refresh'))
      throw new FailureError({ code: 'cross_site', missingHeader: 'Sightline-Refresh' });
  };
  return guarded(run, { admission: callers, isOpen: false, allowed: ['POST'], checkIntent });
}

function guarded(
  run: Run,
  rules: {
    admission: Admission;
    isOpen: boolean;
    allowed: readonly string[];
    checkIntent?: (request: Request, caller: RouteCaller) => void;
  },
) {
  const { admission, isOpen, allowed, checkIntent } = rules;
  return handler(async ({ container, headers, request, params }) => {
    const caller = await admit(container, request, admission);
    let reply: Reply;
    try {
      if (!allowed.includes(request.method)) throw new FailureError({ code: 'method_not_allowed', allowed });
      checkIntent?.(request, caller);
      if (!isOpen) recordViewer(container.refresher, request.headers, caller);
      reply = await run({ container, caller, url: new URL(request.url), params, request });
    } finally {
      // The current counters: also a failed upstream request may have returned the first ones.
      const counters = isOpen ? [] : Object.entries(container.ledger.responseCounters());
      for (const [name, value] of counters) if (value !== null) headers.set(name, String(value));
    }
    return respond(reply, headers, request);
  });
}

/** @throws FailureError `signed_out`, `invalid_token`, `token_limited`, `storage_unreachable` */
async function admit(
  container: Container,
  { headers, url }: Request,
  admission: Admission,
): Promise<RouteCaller> {
  const sent = { cookies: headers.get('cookie'), authorization: headers.get('authorization') };
  const caller = await admission(container, sent, new URL(url).searchParams);
  if (caller === null) throw new FailureError({ code: 'signed_out' });
  return caller;
}
