import 'server-only';
import type { RouteCaller } from '../auth/gate.ts';
import type { Container } from '../container.ts';
import { FailureError } from '../errors.ts';
import { type HandlerContext, handler, methods } from './handler.ts';
import { type Reply, respond } from './respond.ts';
import { viewerOfRoute } from './viewer.ts';

/** What a handler of a route receives. */
interface RouteContext extends Pick<HandlerContext, 'container' | 'request' | 'params'> {
  /** Anonymous where every caller is admitted. */
  caller: RouteCaller;
  url: URL;
}

/** Returns a reply, or throws FailureError. */
type Handler = (context: RouteContext) => Reply | Promise<Reply>;

const anonymous: RouteCaller = { session: null, token: null };

/**
 * Wraps a handler into the methods that a route file exports: calls the gate, and adds upstream's counters to the headers.
 * All methods except GET and HEAD get 405. The caller counts as a viewer, a script as `viewerOfRoute` says. A caller that is
 * not admitted learns nothing, not even upstream's counters.
 *
 * @param options.open true admits every caller: for routes that reveal no monitors, or check a token
 * themselves
 */
export function route(run: Handler, options: { open?: boolean } = {}) {
  return wrap(run, { open: options.open ?? false, method: 'GET' });
}

/**
 * The same for POST only: for routes that send upstream requests on demand. Requires the header
 * `Sightline-Refresh`, which no other site can make a browser send (OWASP, "Cross-Site Request Forgery
 * Prevention", custom request headers). Tokens are rejected: scripts only read.
 */
export function postRoute(run: Handler) {
  return wrap(run, { open: false, method: 'POST' });
}

function wrap(run: Handler, { open, method }: { open: boolean; method: 'GET' | 'POST' }) {
  /** Replies to admitted callers. */
  const forCaller = (reply: (context: HandlerContext, caller: RouteCaller) => Promise<Reply>) =>
    handler(async (context) => {
      const { container, headers, request } = context;
      if (open) return respond(await reply(context, anonymous), headers, request);
      const caller = await admit(container, request);
      const replied = await reply(context, caller).finally(() => {
        // The current counters: also a failed upstream request may have returned the first ones.
        for (const [name, value] of Object.entries(container.ledger.responseCounters())) {
          if (value !== null) headers.set(name, String(value));
        }
      });
      return respond(replied, headers, request);
    });

  const serve = forCaller(async ({ container, request, params }, caller) => {
    if (method === 'POST' && caller.token !== null) throw new FailureError({ code: 'token_read_only' });
    if (method === 'POST' && !request.headers.has('sightline-refresh')) {
      throw new FailureError({ code: 'cross_site', missingHeader: 'Sightline-Refresh' });
    }
    const viewer = open ? null : viewerOfRoute(request.headers, caller);
    if (viewer !== null) container.refresher.seen(viewer.id, viewer.requestedInterval);
    return run({ container, caller, url: new URL(request.url), params, request });
  });
  const served = method === 'GET' ? { GET: serve, HEAD: serve } : { POST: serve };
  const reject = forCaller(async () => {
    throw new FailureError({ code: 'method_not_allowed', allowed: Object.keys(served) });
  });
  return methods(served, reject);
}

/**
 * Admits the caller of a route: a user with a session, or a script with a token.
 * @throws FailureError `signed_out`, `invalid_token`, `token_limited`, `storage_unreachable`
 */
export async function admit(
  { access }: Pick<Container, 'access'>,
  { headers }: { headers: Pick<Headers, 'get'> },
): Promise<RouteCaller> {
  const caller = await access.gate.admitToRoute({
    cookies: headers.get('cookie'),
    authorization: headers.get('authorization'),
    address: headers.get('x-forwarded-for') ?? 'unknown',
  });
  if (caller === null) throw new FailureError({ code: 'signed_out' });
  return caller;
}
