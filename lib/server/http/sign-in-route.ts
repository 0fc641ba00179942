import 'server-only';
import type { Access } from '../access/access.ts';
import { isSameOrigin } from '../access/same-origin.ts';
import { getContainer } from '../container.ts';
import { FailureError } from '../errors.ts';
import type { SignInStep } from '../services/sign-in.ts';
import { commonHeaders, failed, type NextHandler, toFailure } from './answer.ts';

/** What a step of signing in or out is given. `fields` are a form's, for POST only. */
interface StepContext {
  access: Exclude<Access, { mode: 'none' }>;
  url: URL;
  cookies: string | null;
  /** The caller's address, as the launcher worked it out from the trusted proxies. */
  address: string;
  request: Request;
}

type Step = (context: StepContext) => Promise<SignInStep>;

/**
 * Wraps the steps of signing in and out into route methods. These are the only addresses besides health that anybody
 * may ask. A form must come from our own pages; where nobody signs in, the addresses do not exist.
 */
export function signInRoute(steps: { GET?: Step; POST?: Step }) {
  const wrap =
    (method: 'GET' | 'POST', step: Step | undefined): NextHandler =>
    async (request) => {
      const requestId = crypto.randomUUID();
      const headers = commonHeaders(requestId);
      const { access, log } = await getContainer();
      try {
        if (access.mode === 'none') throw new FailureError({ code: 'not_found' });
        if (step === undefined) {
          throw new FailureError({ code: 'method_not_allowed', allowed: Object.keys(steps) });
        }
        if (
          method === 'POST' &&
          !access.origin.accepted.some((origin) => isSameOrigin(request.headers, origin))
        ) {
          throw new FailureError({ code: 'cross_site', lacks: null });
        }
        const context = contextOf(request, access);
        const taken = await step(context);
        log.info({ id: requestId, outcome: taken.outcome, address: context.address }, 'sign-in');
        return leave(taken, headers);
      } catch (error) {
        return failed(toFailure(error, requestId, log), requestId, headers);
      }
    };
  const refuse = wrap('GET', undefined);
  return {
    GET: wrap('GET', steps.GET),
    HEAD: refuse,
    POST: wrap('POST', steps.POST),
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  };
}

function contextOf(request: Request, access: StepContext['access']): StepContext {
  return {
    access,
    request,
    url: new URL(request.url),
    cookies: request.headers.get('cookie'),
    address: request.headers.get('x-forwarded-for') ?? 'unknown',
  };
}

/**
 * Sends the browser on. To another origin not by a redirect: after a form that would fall under `form-action 'self'`.
 */
function leave({ location, cookies }: SignInStep, headers: Headers): Response {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  headers.delete('Content-Type');
  if (location.startsWith('/')) {
    headers.set('Location', location);
    return new Response(null, { status: 303, headers });
  }
  headers.set('Refresh', `0; url=${location}`);
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  return new Response('On the way to the provider.', { headers });
}
