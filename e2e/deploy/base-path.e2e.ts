import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { facet, rowLinks, searchBox, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { pathAndQueryOf, signInOn, withPassword } from '../support/sign-in/password.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';
import { freePorts, startNginx, waitForProxy } from './nginx.ts';

test.use({ ignoreHTTPSErrors: true });

/** Starts a product under /status behind nginx, which serves nothing else. */
async function startUnderPath() {
  const ports = await freePorts();
  const origin = `https://localhost:${ports.https}`;
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const settings = {
    ...withPassword,
    SIGHTLINE_BASE_PATH: '/status',
    SIGHTLINE_PUBLIC_URL: origin,
    SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
  };
  const product = await startProduct({ env: { ...upstreamEnv(api), ...settings } });
  expect(product.url).toMatch(/\/status$/);
  const proxy = startNginx('nginx-path.conf', { ...ports, behind: [product] });
  return {
    origin,
    product,
    async stop() {
      await proxy.stop();
      await Promise.all([product.stop(), api.close()]);
      expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
    },
  };
}

/** Collects the requests that failed, and those outside of the path. */
function watchRequests(page: Page, origin: string): string[] {
  const wrong: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isOutside = response.url().startsWith(origin) && !/^\/status(\/|$)/.test(pathname);
    if (isOutside || response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return wrong;
}

test('under a path behind nginx a user signs in, searches, filters, opens, exports, reads changes and signs out', async ({
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const { origin, stop } = await startUnderPath();
  const wrong = watchRequests(page, origin);
  await waitForProxy(`${origin}/status`);

  await test.step('sign in', async () => {
    await page.goto(`${origin}/status/monitors?q=a`);
    expect(pathAndQueryOf(page)).toBe('/status/login?next=%2Fmonitors%3Fq%3Da');
    await signInOn(page, 'a wrong password');
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await signInOn(page);
    await expect(rowLinks(page).first()).toBeVisible();
    expect(pathAndQueryOf(page)).toBe('/status/monitors?q=a');
    const cookies = await page.context().cookies();
    const session = cookies.find(({ httpOnly }) => httpOnly);
    expect(session).toMatchObject({ name: '__Secure-sightline', path: '/status/', secure: true });
  });

  await test.step('search, filter and page', async () => {
    await waitForHydration(searchBox(page));
    await searchBox(page).fill('');
    await expect(page).toHaveURL(`${origin}/status/monitors`);
    await facet(page, 'Type').choose('https');
    await expect(page).toHaveURL(`${origin}/status/monitors?type=https`);
    await page.goBack();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(`${origin}/status/monitors?page=2`);
    await page.reload();
    await expect(rowLinks(page)).toHaveCount(25);
  });

  await test.step('export', async () => {
    const opener = page.getByRole('button', { name: 'Export' });
    await waitForHydration(opener);
    await opener.click();
    await page.getByRole('radio', { name: /^A program/ }).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download JSON' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toHaveLength(60);
    await page.keyboard.press('Escape');
  });

  await test.step('open a monitor, and come back', async () => {
    const name = await rowLinks(page).first().textContent();
    await rowLinks(page).first().click();
    await expect(page).toHaveURL(/\/status\/monitors\/[\da-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    await page.goBack();
    await expect(page).toHaveURL(`${origin}/status/monitors?page=2`);
  });

  await test.step('changes, usage and the description of the API', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: /^Changes/ }).click();
    await expect(page).toHaveURL(`${origin}/status/changes`);
    await page.getByRole('link', { name: /^API requests left/ }).click();
    await expect(page).toHaveURL(`${origin}/status/usage`);
    await expect(page.getByRole('link', { name: /^OpenAPI/ })).toHaveAttribute(
      'href',
      '/status/api/openapi.json',
    );
    expect(await (await page.request.get(`${origin}/status/api/openapi.json`)).json()).toMatchObject({
      servers: [{ url: '/status/' }],
    });
  });

  // After signing out, requests in flight are refused.
  expect(wrong).toEqual([]);

  await test.step('sign out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${origin}/status/login`);
    await page.goto(`${origin}/status`);
    await expect(page).toHaveURL(/\/status\/login/);
  });

  await stop();
});
