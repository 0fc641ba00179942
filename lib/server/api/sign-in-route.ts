import 'server-only';
import { serverTiming } from '@/lib/process/server-timing';
import type { Access } from '../auth/create-access.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { getContainer } from '../container.ts';
import { FailureError, isFailure } from '../errors.ts';
import { commonHeaders, failureResponse, type NextHandler, toFailure } from './route-helpers.ts';
import type { SignInStep } from './sign-in.ts';

/** What a step of signing in or out receives. */
interface StepContext {
  access: Exclude<Access, { mode: 'none' }>;
  url: URL;
  cookies: string | null;
  /** The client's address, as determined by the launcher. */
  address: string;
  request: Request;
}

type Step = (context: StepContext) => Promise<SignInStep>;

/**
 * Wraps the steps of signing in and out into route methods. The gate does not protect these routes. A form
 * must come from our own pages. Without sign-in (mode `none`) the routes do not exist (404).
 */
export function signInRoute(steps: { GET?: Step; POST?: Step }) {
  const wrap =
    (method: 'GET' | 'POST', step: Step | undefined): NextHandler =>
    async (request) => {
      const requestId = crypto.randomUUID();
      const headers = commonHeaders(requestId);
      const { access, clock, log } = await getContainer();
      const startedAt = clock.monotonic();
      const timed = (response: Response) => {
        response.headers.set('Server-Timing', serverTiming(clock.monotonic() - startedAt));
        return response;
      };
      try {
        if (access.mode === 'none') throw new FailureError({ code: 'not_found' });
        if (step === undefined) {
          throw new FailureError({ code: 'method_not_allowed', allowed: Object.keys(steps) });
        }
        if (
          method === 'POST' &&
          !access.origin.accepted.some((origin) => isSameOrigin(request.headers, origin))
        ) {
          throw new FailureError({ code: 'cross_site', missingHeader: null });
        }
        const context = contextOf(request, access);
        const result = await step(context);
        log.info({ id: requestId, outcome: result.outcome, address: context.address }, 'sign-in');
        return timed(sendBrowserTo(result, headers));
      } catch (error) {
        if (isFailure(error) && error.failure.code === 'storage_unreachable') {
          return timed(
            sendBrowserTo(
              { location: '/login?error=unavailable', cookies: [], outcome: 'unavailable' },
              headers,
            ),
          );
        }
        return timed(failureResponse(toFailure(error, requestId, log), requestId, headers));
      }
    };
  const rejectMethod = wrap('GET', undefined);
  return {
    GET: wrap('GET', steps.GET),
    HEAD: rejectMethod,
    POST: wrap('POST', steps.POST),
    PUT: rejectMethod,
    PATCH: rejectMethod,
    DELETE: rejectMethod,
    OPTIONS: rejectMethod,
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
 * Sends the browser to the next location. Another origin is not reached by a redirect, because after a form
 * `form-action 'self'` would block it.
 */
function sendBrowserTo({ location, cookies }: SignInStep, headers: Headers): Response {
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
