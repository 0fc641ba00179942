import { expect } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import { freePorts, startNginx } from '../deploy/nginx.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { startHostileProvider } from '../support/hostile/hostile-provider.ts';
import { test } from '../support/products/fixtures.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { client, goToProvider, withProvider } from '../support/sign-in/openid-provider.ts';

test.use({ ignoreHTTPSErrors: true });

test('behind nginx, with its usual buffers, a user with an ID token of 8 kB signs in and out, even after several unfinished attempts', async ({
  stack,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = await freePorts();
  const url = `https://localhost:${ports.https}`;
  const provider = await startHostileProvider(client.id);
  const env = {
    ...withProvider(provider.issuer, `http://127.0.0.1:${await freePort()}`),
    SIGHTLINE_PUBLIC_URL: url,
    SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
  };
  const { product } = await stack({ monitors: 3 }, { env, waitForInventory: false });
  const proxy = startNginx('nginx-one.conf', { ...ports, behind: [product] });
  provider.lie({
    claims: (claims) => ({
      ...claims,
      groups: Array.from({ length: 800 }, (_, index) => `group-${index}`),
    }),
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
  await provider.close();
});
