import 'server-only';
import type { Access } from '../auth/create-access.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { FailureError, isFailure } from '../errors.ts';
import { handler, methods } from './handler.ts';
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

const unavailable: SignInStep = {
  location: '/login?error=unavailable',
  cookies: [],
  outcome: 'unavailable',
};

/**
 * Wraps the steps of signing in and out into route methods. The gate does not protect these routes. A form
 * must come from our own pages. Without sign-in (mode `none`) the routes do not exist (404).
 */
export function signInRoute(steps: { GET?: Step; POST?: Step }) {
  const wrap = (step: Step | undefined, isForm = false) =>
    handler(async ({ container, request, requestId, headers }) => {
      const { access, log } = container;
      if (access.mode === 'none') throw new FailureError({ code: 'not_found' });
      if (step === undefined) {
        throw new FailureError({ code: 'method_not_allowed', allowed: Object.keys(steps) });
      }
      if (isForm && !access.origin.accepted.some((origin) => isSameOrigin(request.headers, origin))) {
        throw new FailureError({ code: 'cross_site', missingHeader: null });
      }
      const address = request.headers.get('x-forwarded-for') ?? 'unknown';
      const cookies = request.headers.get('cookie');
      try {
        const result = await step({ access, request, url: new URL(request.url), cookies, address });
        log.info({ id: requestId, outcome: result.outcome, address }, 'sign-in');
        return sendBrowserTo(result, headers);
      } catch (error) {
        const isUnavailable = isFailure(error) && error.failure.code === 'storage_unreachable';
        if (isUnavailable) return sendBrowserTo(unavailable, headers);
        throw error;
      }
    });
  return methods({ GET: wrap(steps.GET), POST: wrap(steps.POST, true) }, wrap(undefined));
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
