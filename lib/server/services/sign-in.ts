import 'server-only';
import type { SignInProblem } from '@/lib/contract/sign-in';
import type { Access, WithSessions } from '../access/access.ts';
import { nextPath } from '../access/next-path.ts';
import { verifyPassword } from '../access/password-hash.ts';
import type { SessionUser } from '../access/sessions.ts';

/** Where the browser is sent, and the `Set-Cookie` values it takes along. */
export interface SignInStep {
  location: string;
  cookies: string[];
  /** What became of it, for the log. */
  outcome: 'signed_in' | 'signed_out' | 'left_for_provider' | SignInProblem;
}

type PasswordMode = Extract<Access, { mode: 'password' }>;
type OidcMode = Extract<Access, { mode: 'oidc' }>;

/** The login page again, with the reason. */
function again(problem: SignInProblem, next: string | null, waitS?: number): SignInStep {
  const query = new URLSearchParams({ error: problem });
  if (waitS !== undefined) query.set('wait', String(waitS));
  const wanted = nextPath(next);
  if (wanted !== '/monitors') query.set('next', wanted);
  return { location: `/login?${query}`, cookies: [], outcome: problem };
}

/** Always a new session: one that somebody else may have planted before is ended (session fixation). */
async function enter(
  mode: WithSessions,
  user: SessionUser,
  formerCookies: string | null,
  next: string | null,
): Promise<SignInStep> {
  const former = await mode.gate.admit(formerCookies);
  if (former?.session) mode.sessions.end(former.session.id);
  const cookie = await mode.cookie.set({ id: mode.sessions.open(user) });
  return { location: nextPath(next), cookies: [cookie], outcome: 'signed_in' };
}

/** @param input.address who tries, for the throttle; @param input.cookies the request's `Cookie` header */
export async function signInWithPassword(
  mode: PasswordMode,
  input: { password: string; next: string | null; address: string; cookies: string | null },
): Promise<SignInStep> {
  const { password, next, address, cookies } = input;
  const session = (await mode.gate.admit(cookies))?.session?.id ?? null;
  const result = await mode.throttle.attempt({ address, session }, () => verifyPassword(password, mode.hash));
  if (result.kind === 'refused') return again(result.problem, next, result.waitS);
  if (result.kind === 'wrong') return again('wrong_password', next);
  return enter(mode, { name: null }, cookies, next);
}

/** Leaves for the provider. */
export async function beginSignIn(mode: OidcMode, next: string | null): Promise<SignInStep> {
  const begun = await mode.oidc.begin(nextPath(next));
  if ('refusal' in begun) return again(begun.refusal, next);
  const cookie = await mode.pendingCookie.set(begun.pending);
  return { location: begun.url, cookies: [cookie], outcome: 'left_for_provider' };
}

/** Comes back from the provider. @param search its query; what was remembered is forgotten either way */
export async function finishSignIn(
  mode: OidcMode,
  input: { search: string; cookies: string | null },
): Promise<SignInStep> {
  const pending = await mode.pendingCookie.read(input.cookies);
  if (pending === null) return again('expired', null);
  const answer = await mode.oidc.finish(input.search, pending);
  const step =
    'user' in answer
      ? await enter(mode, answer.user, input.cookies, pending.next)
      : again(answer.refusal, pending.next);
  return { ...step, cookies: [...step.cookies, mode.pendingCookie.clear()] };
}

/** Ends the session here, so that every copy of the cookie is dead, and at the provider where it offers that. */
export async function signOut(
  mode: WithSessions,
  provider: OidcMode['oidc'] | null,
  cookies: string | null,
): Promise<SignInStep> {
  const caller = await mode.gate.admit(cookies);
  const user = caller?.session ? mode.sessions.end(caller.session.id) : null;
  const location = user && provider ? await provider.endUrl(user) : null;
  return { location: location ?? '/login', cookies: [mode.cookie.clear()], outcome: 'signed_out' };
}
