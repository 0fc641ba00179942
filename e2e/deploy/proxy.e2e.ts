import { expect, type Page } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { pathAndQueryOf, signInOn, withPassword } from '../support/sign-in/password.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';
import { askProxy, freePorts, startNginx, waitForProxy } from './nginx.ts';

// The certificate is self-signed.
test.use({ ignoreHTTPSErrors: true });

/** Expects that plain http leads to https. */
async function expectRedirect(port: number): Promise<void> {
  const { status, headers } = await askProxy(`http://localhost:${port}/usage`);
  expect(status).toBe(308);
  expect(headers.location).toBe('https://localhost/usage');
}

/** Expects that a user can sign in through the proxy, with a cookie for https. */
async function expectSignIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/monitors`);
  expect(pathAndQueryOf(page)).toContain('/login');
  await signInOn(page);
  await expect(rowLinks(page)).toHaveCount(25);
  const [session] = await page.context().cookies();
  expect(session).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true });
}

test('the proxy of compose.yaml ends TLS: a user signs in, and stays signed in when a replica ends', async ({
  replicaSet,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = await freePorts();
  const url = `https://localhost:${ports.https}`;
  const { replicas } = await replicaSet({
    count: 2,
    api: { monitors: 60, limits: plenty },
    env: { ...withPassword, SIGHTLINE_PUBLIC_URL: url, SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
  });
  const proxy = startNginx('nginx-tls.conf', { ...ports, behind: replicas });
  await waitForProxy(url);
  await expectRedirect(ports.http);
  await expectSignIn(page, url);
  await replicas[0]?.kill();
  await page.reload();
  await expect(rowLinks(page)).toHaveCount(25);
  await proxy.stop();
  expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
});

test('the proxy for one process ends TLS, and a user signs in through it', async ({ page }, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = await freePorts();
  const url = `https://localhost:${ports.https}`;
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const settings = { ...withPassword, SIGHTLINE_PUBLIC_URL: url, SIGHTLINE_TRUSTED_PROXY_HOPS: '1' };
  const product = await startProduct({ env: { ...upstreamEnv(api), ...settings } });
  const proxy = startNginx('nginx-one.conf', { ...ports, behind: [product] });
  await waitForProxy(url);
  await expectRedirect(ports.http);
  await expectSignIn(page, url);
  await proxy.stop();
  expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
  await Promise.all([product.stop(), api.close()]);
});
