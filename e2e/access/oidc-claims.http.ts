/** @module-tag deep */
import { expect } from 'vitest';
import { freePort } from '../../lib/demo/free-port.ts';
import { type Falsification, startHostileProvider } from '../support/hostile/hostile-provider.ts';
import { ask } from '../support/http/read.ts';
import { test as base } from '../support/products/http-test.ts';
import { startStack } from '../support/products/stack.ts';
import { client, withProvider } from '../support/sign-in/openid-provider.ts';
import { sessionOf, statusWith } from '../support/sign-in/password.ts';

/** Starts products. Their provider signs in `eve` with the claims that a test chooses. */
const test = base.extend('start', ({}, { onCleanup }) => {
  const stops: (() => Promise<unknown>)[] = [];
  onCleanup(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return async (settings: Record<string, string>) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const provider = await startHostileProvider(client.id);
    stops.push(provider.close);
    const env = { SIGHTLINE_LOG_LEVEL: 'info', ...withProvider(provider.issuer, url), ...settings };
    const { product, stop } = await startStack({ monitors: 3 }, { env, waitForInventory: false });
    stops.push(stop);

    /** Signs in like a browser. @returns the redirect after it, and the status of the list with the new cookies */
    const signIn = async (lie: Falsification) => {
      provider.lie(lie);
      const begun = await ask(`${product.url}/api/auth/login`, { redirect: 'manual' });
      const [pending = ''] = begun.headers.getSetCookie();
      const there = await ask(String(begun.headers.get('refresh')?.replace('0; url=', '')), {
        redirect: 'manual',
      });
      const back = await ask(String(there.headers.get('location')), {
        redirect: 'manual',
        headers: { Cookie: pending.split(';')[0] ?? '' },
      });
      const location = new URL(String(back.headers.get('location')), product.url);
      return { location, status: await statusWith(product, sessionOf(back)) };
    };
    return { product, signIn };
  };
});

const withClaims = (added: Record<string, unknown>): Falsification => ({
  claims: (claims) => ({ ...claims, ...added }),
});

test('row 56: each refusal names its rule on the page and in the log, and members are admitted', async ({
  start,
}) => {
  const { product, signIn } = await start({
    SIGHTLINE_OIDC_ALLOWED_GROUPS: '["CN=ops,OU=x", "sre"]',
    SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com',
  });
  const member = { groups: ['CN=ops,OU=x'], email: 'a@example.com', email_verified: true };
  const refusals = [
    [{ groups: ['dev'] }, 'wrong_group'],
    [{ groups: undefined }, 'no_groups'],
    [{ groups: undefined, _claim_names: { groups: 'src1' } }, 'groups_overage'],
    [{ groups: undefined, hasgroups: true }, 'groups_overage'],
    [{ email: undefined }, 'no_email'],
    [{ email: 'a@other.example' }, 'wrong_domain'],
    [{ email_verified: undefined }, 'email_unstated'],
    [{ email_verified: false }, 'email_unverified'],
  ] as const;
  for (const [claims, code] of refusals) {
    const { location, status } = await signIn(withClaims({ ...member, ...claims }));
    expect(`${location.pathname}?error=${location.searchParams.get('error')}`).toBe(`/login?error=${code}`);
    expect(status, code).toBe(401);
    const id = location.searchParams.get('request') ?? 'none';
    expect((await ask(location.href)).text).toContain(id);
    await expect.poll(() => product.logs()).toContain(`"id":"${id}","outcome":"${code}"`);
  }
  for (const lie of [
    withClaims(member),
    withClaims({ ...member, email_verified: 'true' }),
    { ...withClaims(member), userInfoStatus: 401 },
  ]) {
    const { location, status } = await signIn(lie);
    expect([location.pathname, status]).toEqual(['/monitors', 200]);
  }
});

test('groups at a path are found, and an address without `email_verified` is accepted where allowed', async ({
  start,
}) => {
  const { signIn } = await start({
    SIGHTLINE_OIDC_ALLOWED_GROUPS: 'ops',
    SIGHTLINE_OIDC_GROUPS_CLAIM: 'resource_access.app.roles',
    SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com',
    SIGHTLINE_OIDC_EMAIL_UNVERIFIED: 'allow',
  });
  const claims = { resource_access: { app: { roles: ['ops'] } }, email: 'a@example.com' };
  expect(await signIn(withClaims(claims))).toMatchObject({ status: 200 });
});
