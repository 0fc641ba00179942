import 'server-only';
import { serverTiming } from '@/lib/process/server-timing';
import type { Gate, RouteCaller } from '../auth/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { FailureError } from '../errors.ts';
import { failureResponse, toFailure } from './failure-response.ts';
import { type Reply, respond } from './respond.ts';
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
    ...{ GET: handle, HEAD: handle, POST: handle, PUT: handle },
    ...{ PATCH: handle, DELETE: handle, OPTIONS: handle },
  };
}

interface RouteContext extends Pick<HandlerContext, 'container' | 'request' | 'params'> {
  /** Anonymous on routes that admit every caller. */
  caller: RouteCaller;
  /** The query of the only view that the token of a wall or a feed opens; otherwise null. */
  view: string | null;
  url: URL;
}

type Handler = (context: RouteContext) => Reply | Promise<Reply>;

type Admitted = RouteCaller & { view?: string | null };
/** Returns the caller of a request; null: it is not admitted. @throws FailureError */
type Admit = (
  container: Container,
  sent: Parameters<Gate['admitToRoute']>[0],
  search: URLSearchParams,
) => Promise<Admitted | null>;

/**
 * A route for GET and HEAD: calls the gate, and adds upstream’s counters. The caller counts as a viewer if it says so.
 * @param options.open true admits everyone: for routes that reveal no monitors, or check a token themselves
 */
export const route = (run: Handler, { open = false } = {}) =>
  wrap(run, open ? admitEveryone : admitToRoute, ['GET', 'HEAD']);

/** The same for the route of the wall. The token of a wall is accepted, too. */
export const wallRoute = (run: Handler) => wrap(run, admitToWall, ['GET', 'HEAD']);

/** The same for the feed. The token of a feed in the query is accepted, too. */
export const feedRoute = (run: Handler) => wrap(run, admitToFeed, ['GET', 'HEAD']);

/** The same for the state of a view. Everyone may read the state of a public view. No caller counts as a viewer. */
export const viewRoute = (run: Handler) => wrap(run, admitToView, ['GET', 'HEAD']);

/**
 * The same for POST. Users must send `Sightline-Refresh`, which no other site can make a browser send.
 * @param options.tokens true admits scripts, too: for routes that change nothing and cost no request to the API
 */
export const postRoute = (run: Handler, { tokens = false } = {}) =>
  wrap(run, admitToRoute, ['POST'], checkIntent(tokens));

/**
 * The same for the route of assistants, which changes nothing and accepts only JSON. Users need no header: before a browser
 * sends JSON to another origin, it sends a preflight request (OPTIONS), which is refused.
 */
export const assistantRoute = (run: Handler) => wrap(run, admitToRoute, ['POST'], checkAllowed);

type CheckMethod = (request: Request, caller: RouteCaller, allowed: readonly string[]) => void;

function wrap(run: Handler, ask: Admit, allowed: readonly string[], check: CheckMethod = checkAllowed) {
  const open = ask === admitEveryone || ask === admitToView;
  return handler(async ({ container, headers, request, params }) => {
    const { view = null, ...caller } = await admit(container, request, ask);
    let reply: Reply;
    try {
      check(request, caller, allowed);
      if (!open) recordViewer(container.refresher, request.headers, caller);
      reply = await run({ container, caller, view, url: new URL(request.url), params, request });
    } finally {
      // The current counters: also a failed upstream request may have returned the first ones.
      const counters = open ? [] : Object.entries(container.ledger.responseCounters());
      for (const [name, value] of counters) if (value !== null) headers.set(name, String(value));
    }
    return respond(reply, headers, request);
  });
}

function checkAllowed({ method }: Request, _: RouteCaller, allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new FailureError({ code: 'method_not_allowed', allowed });
}

/** @param tokens whether scripts are admitted, too */
function checkIntent(tokens: boolean): CheckMethod {
  return (request, caller, allowed) => {
    checkAllowed(request, caller, allowed);
    if (caller.token !== null) {
      if (tokens) return;
      throw new FailureError({ code: 'token_read_only' });
    }
    if (request.headers.has('sightline-refresh')) return;
    throw new FailureError({ code: 'cross_site', missingHeader: 'Sightline-Refresh' });
  };
}

const admitEveryone: Admit = async () => ({ session: null, token: null });
const admitToRoute: Admit = ({ access }, sent) => access.gate.admitToRoute(sent);
const admitToWall: Admit = ({ access }, sent) => access.gate.admitToWall(sent);
const admitToFeed: Admit = ({ access }, sent, search) => access.gate.admitToFeed(sent, search.get('token'));
/** Strangers cannot tell a view that is not public from one that does not exist. */
const admitToView: Admit = (container, sent, search) => {
  const name = search.get('view');
  // A public view is open to all callers, even while the sessions cannot be reached. So the caller is not determined.
  const isPublic = name !== null && container.views.find(name)?.public;
  return (isPublic ? admitEveryone : admitToRoute)(container, sent, search);
};

/**
 * Asks the gate, by default whether it admits a user or a script.
 *
 * @throws FailureError `signed_out`, `invalid_token`, `token_limited`, `storage_unreachable`
 */
export async function admit(
  container: Container,
  { headers, url }: Request,
  ask = admitToRoute,
): Promise<Admitted> {
  const sent = { cookies: headers.get('cookie'), authorization: headers.get('authorization') };
  const caller = await ask(container, sent, new URL(url).searchParams);
  if (caller === null) throw new FailureError({ code: 'signed_out' });
  return caller;
}
