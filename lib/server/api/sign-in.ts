import 'server-only';
import type { SignInProblem } from '@/lib/contract/sign-in';
import type { Access, WithSessions } from '../auth/create-access.ts';
import { addPending } from '../auth/oidc.ts';
import { verifyPassword } from '../auth/password-hash.ts';
import type { SessionUser } from '../auth/sessions.ts';
import { bearerOf, hashOfToken } from '../auth/token-hash.ts';
import { FailureError } from '../errors.ts';

export interface SignInStep {
  location: string;
  cookies: string[];
  /** The result, for the log. */
  outcome: 'signed_in' | 'signed_out' | 'wall_opened' | 'left_for_provider' | 'left_alone' | SignInProblem;
}

type PasswordMode = Extract<Access, { mode: 'password' }>;
type OidcMode = Extract<Access, { mode: 'oidc' }>;

function backToLogin(problem: SignInProblem, next: string | null, waitS?: number): SignInStep {
  const query = new URLSearchParams({ error: problem });
  if (waitS !== undefined) query.set('wait', String(waitS));
  const path = nextPath(next);
  if (path !== '/monitors') query.set('next', path);
  return { location: `/login?${query}`, cookies: [], outcome: problem };
}

/** Always opens a new session and ends the previous one, which an attacker may have planted (session fixation). */
async function startSession(
  mode: WithSessions,
  user: SessionUser,
  previousCookies: string | null,
  next: string | null,
): Promise<SignInStep> {
  const previous = await mode.gate.admit(previousCookies);
  if (previous?.session) await mode.sessions.end(previous.session.id);
  const cookie = await mode.cookie.set({ id: await mode.sessions.open(user) });
  return { location: nextPath(next), cookies: [cookie], outcome: 'signed_in' };
}

/** @param input.next the page to redirect to; `address`: the client's IP address; `cookies`: the header of the request */
export async function signInWithPassword(
  mode: PasswordMode,
  input: { password: string; next: string | null; address: string; cookies: string | null },
): Promise<SignInStep> {
  const { password, next, address, cookies } = input;
  const result = await mode.throttle(address, () => verifyPassword(password, mode.hash));
  if (result.kind === 'refused') return backToLogin(result.problem, next, result.waitS);
  if (result.kind === 'wrong') return backToLogin('wrong_password', next);
  return startSession(mode, { name: null }, cookies, next);
}

/** @param cookies the header of the request, with the sign-ins that other tabs have begun */
export async function beginSignIn(
  mode: OidcMode,
  next: string | null,
  cookies: string | null,
): Promise<SignInStep> {
  const started = await mode.oidc.begin(nextPath(next));
  if ('refusal' in started) return backToLogin(started.refusal, next);
  const { all = [] } = (await mode.pendingCookie.read(cookies)) ?? {};
  const cookie = await mode.pendingCookie.set({ all: addPending(all, started.pending) });
  return { location: started.url, cookies: [cookie], outcome: 'left_for_provider' };
}

/** Completes signing in with OIDC. @param input.search the query of the callback, from the provider */
export async function finishSignIn(
  mode: OidcMode,
  input: { search: string; cookies: string | null },
): Promise<SignInStep> {
  const { all = [] } = (await mode.pendingCookie.read(input.cookies)) ?? {};
  const state = new URLSearchParams(input.search).get('state');
  // With a state that is in none of them, the newest one is refused, and over.
  const pending = all.find((one) => one.state === state) ?? all.at(-1);
  if (pending === undefined) return backToLogin('expired', null);
  const result = await mode.oidc.finish(input.search, pending);
  const step =
    'user' in result
      ? await startSession(mode, result.user, input.cookies, pending.next)
      : backToLogin(result.refusal, pending.next);
  const left = all.filter((one) => one !== pending);
  const cookie = left.length === 0 ? mode.pendingCookie.clear() : await mode.pendingCookie.set({ all: left });
  return { ...step, cookies: [...step.cookies, cookie] };
}

/** Ends the session on the server, so that no copy of the cookie is valid, and redirects to the provider’s sign-out page. */
export async function signOut(mode: PasswordMode | OidcMode, cookies: string | null): Promise<SignInStep> {
  const session = await mode.cookie.read(cookies);
  const user = session && (await mode.sessions.end(session.id));
  const location = user && mode.mode === 'oidc' ? await mode.oidc.endUrl(user) : null;
  return { location: location ?? '/login', cookies: [mode.cookie.clear()], outcome: 'signed_out' };
}

/**
 * Keeps the token of a wall in the browser that shows it, and leads to its view.
 *
 * @throws FailureError `invalid_token`, `token_limited`
 */
export async function openWall(mode: WithSessions, authorization: string | null): Promise<SignInStep> {
  const token = bearerOf(authorization);
  const caller = token && (await mode.gate.admitToWall({ cookies: null, authorization }));
  if (!caller || caller.view === null) throw new FailureError({ code: 'invalid_token' });
  const cookie = await mode.wallCookie.set({ hash: hashOfToken(token) });
  return {
    location: caller.view === '' ? '/wall' : `/wall?${caller.view}`,
    cookies: [cookie],
    outcome: 'wall_opened',
  };
}

const FALLBACK = '/monitors';
const BASE = 'http://here.invalid';
const LENGTH_MAX = 2000;

/**
 * Returns the path to open after signing in. Accepts only a path that browsers resolve to this origin and
 * that belongs to a page; anything else is replaced by the list.
 */
export function nextPath(requested: string | null | undefined): string {
  if (!requested || requested.length > LENGTH_MAX || !requested.startsWith('/')) return FALLBACK;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks: "/\t/evil.example" is another host.
  if (/[\\\p{Cc}]/u.test(requested)) return FALLBACK;
  const url = URL.parse(requested, BASE);
  if (url?.origin !== BASE || /^\/(\/|(api|login|_next)(\/|$))/.test(url.pathname)) return FALLBACK;
  return `${url.pathname}${url.search}`;
}
