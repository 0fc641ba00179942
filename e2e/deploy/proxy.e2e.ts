import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { expect, type Page } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { plenty, readsOnce } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { replicasTest } from '../support/replicas/replicas.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { pathAndQueryOf, signInOn, withPassword } from '../support/sign-in/password.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';
import { type ProxyConfiguration, startNginx } from './nginx.ts';

const test = replicasTest.extend({
  // The certificate is self-signed.
  ignoreHTTPSErrors: true,
});

/** Waits until the proxy answers and the products behind it have monitors to show. */
async function waitForProxy(page: Page, url: string): Promise<void> {
  await expect
    .poll(() =>
      page.request.get(`${url}/api/health?ready=1`).then(
        (response) => response.status(),
        () => 0,
      ),
    )
    .toBe(200);
}

/** Expects that plain http leads to https. */
async function expectRedirect(page: Page, port: number): Promise<void> {
  const plain = await page.request.get(`http://localhost:${port}/usage`, { maxRedirects: 0 });
  expect(plain.status()).toBe(308);
  expect(plain.headers().location).toBe('https://localhost/usage');
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

/** Returns the status of the list for a request with these headers. A browser could not send them. */
async function statusWith(origin: string, headers: Record<string, string>): Promise<number | undefined> {
  const request = origin.startsWith('https:')
    ? secureRequest(`${origin}/api/monitors`, { headers, rejectUnauthorized: false })
    : plainRequest(`${origin}/api/monitors`, { headers });
  request.end();
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

test('the proxy of compose.yaml ends TLS: a user signs in, and stays signed in when a replica ends', async ({
  replicaSet,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = { http: await freePort(), https: await freePort() };
  const url = `https://localhost:${ports.https}`;
  const { replicas } = await replicaSet({
    count: 2,
    api: { monitors: 60, limits: plenty },
    env: { ...withPassword, SIGHTLINE_PUBLIC_URL: url, SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
  });
  const proxy = startNginx('nginx-tls.conf', { ...ports, behind: replicas });
  await waitForProxy(page, url);
  await expectRedirect(page, ports.http);
  await expectSignIn(page, url);
  await replicas[0]?.kill();
  await page.reload();
  await expect(rowLinks(page)).toHaveCount(25);
  await proxy.stop();
  expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
});

test('the proxy for one process ends TLS, and a user signs in through it', async ({ page }, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = { http: await freePort(), https: await freePort() };
  const url = `https://localhost:${ports.https}`;
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const settings = { ...withPassword, SIGHTLINE_PUBLIC_URL: url, SIGHTLINE_TRUSTED_PROXY_HOPS: '1' };
  const product = await startProduct({ env: { ...upstreamEnv(api), ...settings } });
  const proxy = startNginx('nginx-one.conf', { ...ports, behind: [product] });
  await waitForProxy(page, url);
  await expectRedirect(page, ports.http);
  await expectSignIn(page, url);
  await proxy.stop();
  expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
  await Promise.all([product.stop(), api.close()]);
});

test('a proxy that compresses by itself makes each ETag weak, and still gets 304', async ({
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = { http: await freePort(), https: await freePort() };
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const product = await startProduct({ env: { ...upstreamEnv(api), ...readsOnce } });
  const proxy = startNginx('nginx-one.conf with gzip', { ...ports, behind: [product] });
  const url = `https://localhost:${ports.https}`;
  await waitForProxy(page, url);
  await waitForCompleteInventory(product);
  const first = await page.request.get(`${url}/api/monitors`, { headers: { 'accept-encoding': 'gzip' } });
  const { etag = '', 'content-encoding': encoding } = first.headers();
  expect([encoding, etag]).toEqual(['gzip', expect.stringMatching(/^W\//)]);
  const again = await page.request.get(`${url}/api/monitors`, { headers: { 'if-none-match': etag } });
  expect(again.status()).toBe(304);
  await proxy.stop();
  await Promise.all([product.stop(), api.close()]);
});

const all: ProxyConfiguration[] = ['nginx-one.conf', 'nginx-tls.conf', 'nginx.conf'];
for (const name of all) {
  test(`with ${name} no client can name another host`, async ({ page }, testInfo) => {
    testInfo.skip(isMissing(nginxProgram), 'needs nginx');
    const ports = { http: await freePort(), https: await freePort() };
    const url = name === 'nginx.conf' ? `http://localhost:${ports.http}` : `https://localhost:${ports.https}`;
    const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
    const product = await startProduct({ env: { ...upstreamEnv(api), SIGHTLINE_TRUSTED_PROXY_HOPS: '1' } });
    await waitForCompleteInventory(product);
    // The proxy must prevent this, because the product trusts its proxy.
    const forged = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect(await statusWith(product.url, forged)).toBe(200);
    const proxy = startNginx(name, { ...ports, behind: [product, product] });
    await waitForProxy(page, url);
    expect(await statusWith(url, { host: 'evil.example' })).toBe(421);
    expect(await statusWith(url, forged)).toBe(421);
    expect(await statusWith(url, { 'x-forwarded-host': 'evil.example' })).toBe(200);
    await proxy.stop();
    await Promise.all([product.stop(), api.close()]);
  });
}
