import 'server-only';
import { basePath } from '@/lib/text/base-path';
import type { Access } from '../auth/create-access.ts';
import { FailureError, isFailure } from '../errors.ts';
import { BODY_MAX_BYTES, readBody } from './http.ts';
import { handler } from './route.ts';
import type { SignInStep } from './sign-in.ts';

interface StepContext {
  access: Exclude<Access, { mode: 'none' }>;
  url: URL;
  cookies: string | null;
  /** The client's address, as determined by the launcher. */
  address: string;
  request: Request;
}

type Step = (context: StepContext) => Promise<SignInStep>;

/** The routes of signing in and out, which the gate does not protect. A form must come from our own pages. */
export function signInRoute(steps: { GET?: Step; POST?: Step }) {
  return handler(async ({ container, request, requestId, headers }) => {
    const { access, log } = container;
    const address = request.headers.get('x-forwarded-for') ?? 'unknown';
    const result = await run(access, request, address).catch((error: unknown) => asPage(error, request));
    log.info({ id: requestId, outcome: result.outcome, address }, 'sign-in');
    return sendBrowserTo(result, requestId, headers);
  });

  async function run(access: Access, request: Request, address: string): Promise<SignInStep> {
    const { method } = request;
    if (access.mode === 'none') throw new FailureError({ code: 'not_found' });
    const step = method === 'GET' || method === 'POST' ? steps[method] : undefined;
    if (step === undefined) {
      throw new FailureError({ code: 'method_not_allowed', allowed: Object.keys(steps) });
    }
    const isOurs = (origin: string) => isSameOrigin(request.headers, origin);
    if (method === 'POST' && !access.origin.accepted.some(isOurs)) {
      throw new FailureError({ code: 'cross_site', missingHeader: null });
    }
    return step({
      access,
      request,
      url: new URL(request.url),
      cookies: request.headers.get('cookie'),
      address,
    });
  }
}

/** Returns the step for a failure: users see a page, never JSON. @throws the error for programs, and errors that are bugs */
function asPage(error: unknown, request: Request): SignInStep {
  if (!isFailure(error)) throw error;
  const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
  switch (error.failure.code) {
    case 'storage_unreachable':
      return { location: '/login?error=unavailable', cookies: [], outcome: 'unavailable' };
    case 'cross_site':
      if (!isBrowser) throw error;
      return { location: '/login?error=other_address', cookies: [], outcome: 'other_address' };
    default:
      if (!isBrowser) throw error;
      // The user has opened an address that only forms and the provider use, or has sent a form without a password.
      return { location: '/login', cookies: [], outcome: 'left_alone' };
  }
}

/** Reads a URL-encoded form; null: the body is not a form. @throws FailureError `too_large` */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  const body = await readBody(request, BODY_MAX_BYTES);
  return new URLSearchParams(new TextDecoder().decode(body));
}

/** Refusals whose page shows the request ID, so that somebody can find them in the log. The others are mistakes of the user. */
const isExplained = /^\/login\?error=(?!wrong_password|too_many)/;

/** Uses no redirect to another origin: after a form, `form-action 'self'` would block it. */
function sendBrowserTo({ location, cookies }: SignInStep, requestId: string, headers: Headers): Response {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  headers.delete('Content-Type');
  if (location.startsWith('/')) {
    const id = isExplained.test(location) ? `&request=${requestId}` : '';
    headers.set('Location', basePath + location + id);
    return new Response(null, { status: 303, headers });
  }
  headers.set('Refresh', `0; url=${location}`);
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  return new Response('On the way to the provider.', { headers });
}

/**
 * Whether a form was sent from our own pages (OWASP: Fetch Metadata, with Origin for browsers that lack it).
 * A request with neither header is not a browser's form and is rejected.
 *
 * @param origin the origin at which users open the product
 */
export function isSameOrigin(headers: Pick<Headers, 'get'>, origin: string): boolean {
  const sent = headers.get('origin');
  if (sent !== null && sent !== origin) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return sent === origin;
}
