import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { type HostileProvider, startHostileProvider } from '../../../e2e/support/hostile/hostile-provider.ts';
import { oidcSettings } from './access-config.fixtures';
import { createOidc } from './oidc.ts';

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
    const begun = await oidc.begin('/');
    if ('refusal' in begun) return begun;
    const back = await fetch(begun.url, { redirect: 'manual' });
    const result = await oidc.finish(new URL(back.headers.get('Location') ?? '').search, begun.pending);
    return 'user' in result ? 'signed in' : report.mock.lastCall;
  };
}

test.each([DAY_MS, -DAY_MS])('row 69: the clock of the machine may be %i ms ahead', async (aheadMs) => {
  expect(await setUp()(aheadMs)).toBe('signed in');
});

test('row 69: it may change between sign-ins', async () => {
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
