import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cheapPasswordHash } from '@/lib/server/auth/password-hash.fixtures';
import { oidcSettings, sessionSettings } from '../auth/access-config.fixtures';
import { accessParts } from '../auth/access-parts.fixtures';
import { createAccess } from '../auth/create-access';
import { parsePasswordHash } from '../auth/password-hash';
import { beginSignIn, finishSignIn, signInWithPassword, signOut } from './sign-in';

const hash = parsePasswordHash(cheapPasswordHash('correct'));

// The limits of sign-in measure time with these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Sign-in with a password. A pause after a wrong one passes as soon as nothing else is left to do. */
async function passwordMode() {
  const { clock, ...parts } = await accessParts();
  if (hash === null) throw new Error('The hash is not valid.');
  const after = (milliseconds: number, run: () => void) => {
    const cancel = clock.after(milliseconds, run);
    setImmediate(() => clock.advance(milliseconds));
    return cancel;
  };
  const access = await createAccess(
    { mode: 'password', hash, ...sessionSettings },
    { ...parts, clock: { ...clock, after } },
  );
  if (access.mode !== 'password') throw new Error('Another mode.');
  return access;
}

/** A provider that cannot be reached: no process listens on port 9 of this machine. */
async function oidcMode(given?: Awaited<ReturnType<typeof accessParts>>) {
  const parts = given ?? (await accessParts());
  const access = await createAccess(oidcSettings('http://127.0.0.1:9'), parts);
  if (access.mode !== 'oidc') throw new Error('Another mode.');
  return access;
}

const attempt = { password: 'correct', next: '/monitors?q=a', address: '192.0.2.1', cookies: null };
const pairOf = (setCookie: string | undefined) => setCookie?.split(';', 1)[0] ?? '';

test('the right password opens a session and redirects to the requested page', async () => {
  const mode = await passwordMode();
  const { location, cookies, outcome } = await signInWithPassword(mode, attempt);
  expect({ location, outcome }).toEqual({ location: '/monitors?q=a', outcome: 'signed_in' });
  expect(await mode.gate.admit(pairOf(cookies[0]))).toMatchObject({ session: { user: { name: null } } });
});

test('a wrong password opens no session and keeps the requested page', async () => {
  expect(await signInWithPassword(await passwordMode(), { ...attempt, password: 'Correct' })).toEqual({
    location: '/login?error=wrong_password&next=%2Fmonitors%3Fq%3Da',
    cookies: [],
    outcome: 'wrong_password',
  });
});

test('row 50: no redirect leads to another origin', async () => {
  const mode = await passwordMode();
  const next = '//evil.example';
  expect((await signInWithPassword(mode, { ...attempt, next })).location).toBe('/monitors');
  expect((await signInWithPassword(mode, { ...attempt, next, password: 'no' })).location).toBe(
    '/login?error=wrong_password',
  );
});

test('row 52: signing in ends the previous session', async () => {
  const mode = await passwordMode();
  const before = pairOf((await signInWithPassword(mode, attempt)).cookies[0]);
  const after = pairOf((await signInWithPassword(mode, { ...attempt, cookies: before })).cookies[0]);
  expect(after).not.toBe(before);
  expect(await mode.gate.admit(before)).toBeNull();
  expect(await mode.gate.admit(after)).not.toBeNull();
});

test('row 53: after five wrong passwords even the right one is refused, and the page says for how long', async () => {
  const mode = await passwordMode();
  for (let time = 0; time < 5; time += 1)
    expect((await signInWithPassword(mode, { ...attempt, password: 'guess' })).outcome).toBe(
      'wrong_password',
    );
  expect(await signInWithPassword(mode, attempt)).toEqual({
    location: '/login?error=too_many_attempts&wait=300&next=%2Fmonitors%3Fq%3Da',
    cookies: [],
    outcome: 'too_many_attempts',
  });
});

test('row 54: signing out ends the session; twice or without a session it also succeeds', async () => {
  const mode = await passwordMode();
  const cookie = pairOf((await signInWithPassword(mode, attempt)).cookies[0]);
  for (const cookies of [cookie, cookie, null, 'made=up']) {
    const step = await signOut(mode, cookies);
    expect(step.location).toBe('/login');
    expect(step.cookies).toEqual([expect.stringMatching(/^__Host-sightline=; .*Max-Age=0$/)]);
    expect(await mode.gate.admit(cookie)).toBeNull();
  }
});

test('row 56: while the provider is down, signing in neither starts nor completes', async () => {
  const parts = await accessParts();
  const mode = await oidcMode(parts);
  expect(await beginSignIn(mode, '/monitors?q=a', null)).toEqual({
    location: '/login?error=provider_down&next=%2Fmonitors%3Fq%3Da',
    cookies: [],
    outcome: 'provider_down',
  });
  const pending = {
    state: 'state',
    nonce: 'nonce',
    verifier: 'verifier',
    next: '/monitors?q=b',
    until: parts.clock.now() + 1,
  };
  const cookies = pairOf(await mode.pendingCookie.set({ all: [pending] }));
  const back = await finishSignIn(mode, { search: '?code=1&state=state', cookies });
  expect(back).toMatchObject({
    location: '/login?error=provider_down&next=%2Fmonitors%3Fq%3Db',
    outcome: 'provider_down',
  });
  expect(back.cookies, 'the pending cookie is cleared').toEqual([mode.pendingCookie.clear()]);
});

test('row 56: a callback without a pending sign-in is reported as expired', async () => {
  const mode = await oidcMode();
  for (const cookies of [null, '__Host-sightline-login=made-up']) {
    expect(await finishSignIn(mode, { search: '?code=1&state=s', cookies })).toEqual({
      location: '/login?error=expired',
      cookies: [],
      outcome: 'expired',
    });
  }
});

test('row 56: a sign-in that took too long is reported as expired, and keeps the requested page', async () => {
  const parts = await accessParts();
  const mode = await oidcMode(parts);
  const until = parts.clock.now() + 60_000;
  const pending = { state: 'state', nonce: 'nonce', verifier: 'verifier', next: '/monitors?q=b', until };
  const cookies = pairOf(await mode.pendingCookie.set({ all: [pending] }));
  parts.clock.advance(60_000);
  expect(await finishSignIn(mode, { search: '?code=1&state=state', cookies })).toEqual({
    location: '/login?error=expired&next=%2Fmonitors%3Fq%3Db',
    cookies: [mode.pendingCookie.clear()],
    outcome: 'expired',
  });
});

test('row 54: signing out ends our session even when the provider cannot be reached', async () => {
  const mode = await oidcMode();
  const id = await mode.sessions.open({ name: 'ada', idToken: 'token' });
  const cookie = pairOf(await mode.cookie.set({ id }));
  expect((await signOut(mode, cookie)).location).toBe('/login');
  expect(await mode.gate.admit(cookie)).toBeNull();
});
