import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { type HostileProvider, startHostileProvider } from '../../../e2e/support/hostile/hostile-provider.ts';
import { oidcSettings } from './access-config.fixtures';
import { createOidc } from './oidc.ts';
import { signInAt, signInWith } from './oidc-sign-in.fixtures.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider('sightline');
});
afterAll(() => provider.close());
afterEach(() => {
  vi.useRealTimers();
});

/**
 * A replica whose shared clock is right, like that of the provider.
 *
 * @returns signs in with a token that is valid for `validMs` more, while the machine's own clock is ahead
 */
function setUp() {
  const clock = createFakeClock();
  const report = vi.fn();
  const oidc = createOidc(oidcSettings(provider.issuer), { clock, report });
  return async (aheadMs: number, validMs = HOUR_MS) => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() + aheadMs });
    const iat = Math.floor(clock.now() / 1000);
    provider.lie({ claims: (claims) => ({ ...claims, iat, nbf: iat, exp: iat + validMs / 1000 }) });
    return 'user' in (await signInWith(oidc)) ? 'signed in' : report.mock.lastCall;
  };
}

test('row 69: the clock of the machine may be wrong, and change between sign-ins', async () => {
  const signIn = setUp();
  expect(await signIn(0)).toBe('signed in');
  expect(await signIn(DAY_MS)).toBe('signed in');
  expect(await signIn(DAY_MS)).toBe('signed in');
  expect(await signIn(-DAY_MS)).toBe('signed in');
});

test('row 69: an expired token is refused whatever it shows', async () => {
  const signIn = setUp();
  const expired = ['answer_invalid', expect.stringContaining('unexpected JWT "exp"')];
  expect(await signIn(0, -HOUR_MS)).toEqual(expired);
  expect(await signIn(-DAY_MS, -HOUR_MS)).toEqual(expired);
});

test.each([
  [401, 'WWW-Authenticate challenge'],
  [403, 'WWW-Authenticate challenge'],
  [500, expect.any(String)],
])(
  'when the provider refuses the userinfo with %i, the claims of the ID token count',
  async (status, reason) => {
    const result = await signInAt(
      provider,
      { groups: ['ops'] },
      { userInfoStatus: status, claims: (claims) => ({ ...claims, name: 'Eve', groups: ['ops'] }) },
    );
    expect(result).toMatchObject({ user: { name: 'Eve' } });
    const about = 'the userinfo, so only the ID token counts: ';
    expect(result.reasons).toEqual([['provider_refused', expect.stringContaining(about)]]);
    expect(result.reasons[0]?.[1].slice(about.length)).toEqual(reason);
  },
);

test.each(['/tenant', '/tenant/'])('an issuer with or without a slash at its end works: %s', async (path) => {
  const issuer = `${provider.issuer}${path}`;
  const others = path.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`;
  const result = await signInAt(
    provider,
    { issuer: new URL(issuer) },
    {
      metadata: (metadata) => ({ ...metadata, issuer: others }),
      claims: (claims) => ({ ...claims, iss: others }),
      answer: (query) => ({ ...query, iss: others }),
    },
  );
  expect(result).toMatchObject({ user: { name: 'Eve' } });
});

test('row 56: another issuer is refused until it is correct, and the log names both', async () => {
  const result = await signInAt(
    provider,
    {},
    { metadata: (all) => ({ ...all, issuer: 'https://other.example/x' }) },
  );
  expect(result).toMatchObject({ refusal: 'answer_invalid' });
  const reason = `SIGHTLINE_OIDC_ISSUER is ${provider.issuer}/, the provider calls itself https://other.example/x`;
  expect(result.reasons).toEqual([['answer_invalid', reason]]);
  provider.lie(null);
  expect(await result.oidc.begin('/')).toHaveProperty('url');
});

test.each([-55, 55])('the provider’s clock may be %i s ahead', async (seconds) => {
  const now = Math.floor(Date.now() / 1000) + seconds;
  const times = { iat: now, nbf: now, exp: now + 40 };
  const result = await signInAt(provider, {}, { claims: (claims) => ({ ...claims, ...times }) });
  expect(result).toMatchObject({ user: { name: 'Eve' } });
});

test('the hint at sign-out is left out if it would be too long for a header', async () => {
  const endSession = (all: Record<string, unknown>) => ({
    ...all,
    end_session_endpoint: `${provider.issuer}/end`,
  });
  for (const [size, isSent] of [
    [10, true],
    [8000, false],
  ] as const) {
    const result = await signInAt(
      provider,
      {},
      { metadata: endSession, claims: (claims) => ({ ...claims, about: 'x'.repeat(size) }) },
    );
    const url = 'user' in result ? await result.oidc.endUrl(result.user) : null;
    expect(url?.includes('id_token_hint')).toBe(isSent);
    expect(new URL(url ?? '').searchParams.get('client_id')).toBe('sightline');
  }
});

test('after a rotation of the keys a sign-in works at once; an unknown key is looked for once in 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const oidc = createOidc(oidcSettings(provider.issuer), {
    clock: { now: () => Date.now() },
    report: vi.fn(),
  });
  let [current, read] = ['key-1', 0];
  provider.lie({
    keys: (all) => {
      read += 1;
      return all.map((key) => ({ ...key, kid: current }));
    },
    token: ({ header, payload, signWith }) => signWith('own', { ...header, kid: used }, payload),
  });
  let used = current;
  const signIn = async () => {
    const result = await signInWith(oidc);
    return 'user' in result ? 'signed in' : result.refusal;
  };
  expect([await signIn(), await signIn(), read]).toEqual(['signed in', 'signed in', 1]);
  vi.advanceTimersByTime(6_000);
  current = used = 'key-2';
  expect([await Promise.all([signIn(), signIn()]), read]).toEqual([['signed in', 'signed in'], 2]);
  used = 'made-up';
  expect([await signIn(), await signIn(), read]).toEqual(['answer_invalid', 'answer_invalid', 2]);
  vi.advanceTimersByTime(6_000);
  expect([await signIn(), await signIn(), read]).toEqual(['answer_invalid', 'answer_invalid', 3]);
});

test('row 56: a user whom the rules refuse is not signed in, whichever answer has the claims', async () => {
  const settings = { groups: ['ops'] };
  const groups = (own: string[]) => (claims: Record<string, unknown>) => ({ ...claims, groups: own });
  for (const part of ['claims', 'userInfo'] as const) {
    expect(await signInAt(provider, settings, { [part]: groups(['dev']) })).toMatchObject({
      refusal: 'wrong_group',
    });
    expect(await signInAt(provider, settings, { [part]: groups(['ops']) })).toMatchObject({
      user: { name: 'Eve' },
    });
  }
});
