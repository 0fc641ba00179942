import { expect, type Page } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import { startNginx } from '../deploy/nginx.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { type Falsification, startHostileProvider } from '../support/hostile/hostile-provider.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct } from '../support/products/product.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { client, goToProvider, withProvider } from '../support/sign-in/openid-provider.ts';
import { errorMessageOn } from '../support/sign-in/password.ts';

/** Starts a product with demo data. Its provider signs in `eve` with the claims that a test chooses. */
async function start(settings: Record<string, string>) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const provider = await startHostileProvider(client.id);
  const env = {
    SIGHTLINE_DEMO: '1',
    SIGHTLINE_LOG_LEVEL: 'info',
    ...withProvider(provider.issuer, url),
    ...settings,
  };
  const product = await startProduct({ env });
  return {
    provider,
    product,
    async signIn(page: Page, lie: Falsification): Promise<void> {
      provider.lie(lie);
      // Leaves the page, which would otherwise go to the login page by itself.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await page.goto(`${product.url}/monitors`);
      await goToProvider(page);
    },
    async stop() {
      await Promise.all([provider.close(), product.stop()]);
    },
  };
}

const withClaims = (added: Record<string, unknown>): Falsification => ({
  claims: (claims) => ({ ...claims, ...added }),
});

test('each refusal names its rule on the page and in the log', async ({ page }) => {
  const groups = await start({ SIGHTLINE_OIDC_ALLOWED_GROUPS: '["CN=ops,OU=x", "sre"]' });
  const domains = await start({ SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com' });
  const refusals = [
    [groups, { groups: ['dev'] }, 'wrong_group', /^You aren’t in a group/],
    [groups, {}, 'no_groups', /^The sign-in provider didn’t say which groups/],
    [groups, { _claim_names: { groups: 'src1' } }, 'groups_overage', /^You are in so many groups/],
    [groups, { hasgroups: true }, 'groups_overage', /SIGHTLINE_OIDC_GROUPS_CLAIM=roles/],
    [domains, {}, 'no_email', /^The sign-in provider didn’t say your email address/],
    [domains, { email: 'a@other.example' }, 'wrong_domain', /^Your email address isn’t in a domain/],
    [domains, { email: 'a@example.com' }, 'email_unstated', /SIGHTLINE_OIDC_EMAIL_UNVERIFIED=allow/],
    [
      domains,
      { email: 'a@example.com', email_verified: false },
      'email_unverified',
      /^Your email address isn’t verified/,
    ],
  ] as const;
  for (const [parts, claims, code, words] of refusals) {
    await test.step(`${code} for ${JSON.stringify(claims)}`, async () => {
      await parts.signIn(page, withClaims(claims));
      await expect(errorMessageOn(page)).toHaveText(words);
      const id = new URL(page.url()).searchParams.get('request') ?? 'none';
      await expect(errorMessageOn(page)).toHaveText(new RegExp(`request ${id}$`));
      await expect.poll(() => parts.product.logs()).toContain(`"id":"${id}","outcome":"${code}"`);
    });
  }
  await test.step('members are admitted', async () => {
    await groups.signIn(page, withClaims({ groups: ['CN=ops,OU=x'] }));
    await expect(rowLinks(page).first()).toBeVisible();
    await domains.signIn(page, withClaims({ email: 'a@example.com', email_verified: 'true' }));
    await expect(rowLinks(page).first()).toBeVisible();
    await domains.signIn(page, {
      ...withClaims({ email: 'a@example.com', email_verified: true }),
      userInfoStatus: 401,
    });
    await expect(rowLinks(page).first()).toBeVisible();
  });
  await Promise.all([groups.stop(), domains.stop()]);
});

test('groups at a path are found, and an address without `email_verified` is accepted where allowed', async ({
  page,
}) => {
  const { signIn, stop } = await start({
    SIGHTLINE_OIDC_ALLOWED_GROUPS: 'ops',
    SIGHTLINE_OIDC_GROUPS_CLAIM: 'resource_access.app.roles',
    SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com',
    SIGHTLINE_OIDC_EMAIL_UNVERIFIED: 'allow',
  });
  await signIn(page, withClaims({ resource_access: { app: { roles: ['ops'] } }, email: 'a@example.com' }));
  await expect(rowLinks(page).first()).toBeVisible();
  await stop();
});

test.describe('behind nginx, with its usual buffers', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('a user with an ID token of 8 kB signs in and out, even after several unfinished attempts', async ({
    page,
  }, testInfo) => {
    testInfo.skip(isMissing(nginxProgram), 'needs nginx');
    const ports = { http: await freePort(), https: await freePort() };
    const url = `https://localhost:${ports.https}`;
    const { provider, product, stop } = await start({
      SIGHTLINE_PUBLIC_URL: url,
      SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
    });
    const proxy = startNginx('nginx-one.conf', { ...ports, behind: [product] });
    provider.lie({
      ...withClaims({ groups: Array.from({ length: 800 }, (_, index) => `group-${index}`) }),
      metadata: (metadata) => ({ ...metadata, end_session_endpoint: `${provider.issuer}/end` }),
    });
    await expect
      .poll(() =>
        page.request.get(`${url}/api/health`).then(
          (response) => response.status(),
          () => 0,
        ),
      )
      .toBe(200);
    for (let begun = 0; begun < 20; begun += 1) {
      await page.request.get(`${url}/api/auth/login`, { maxRedirects: 0 });
    }
    expect((await page.context().cookies()).length).toBeLessThanOrEqual(1);
    await page.goto(`${url}/monitors`);
    await goToProvider(page);
    await expect(rowLinks(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/end\?/);
    expect(new URL(page.url()).searchParams.has('id_token_hint')).toBe(false);
    await page.goto(`${url}/monitors`);
    await expect(page).toHaveURL(/\/login/);
    await proxy.stop();
    expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit|error)\]/);
    await stop();
  });
});
