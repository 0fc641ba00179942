import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { signInOn } from '../support/password.ts';
import { passwordTest } from '../support/password-product.ts';
import { count, expectQuery, rowLinks, untilLive } from '../support/screen.ts';

declare global {
  interface Window {
    /** How often a form was to be sent. */
    submits?: number;
  }
}

/** Opens a page as on a slow line: its HTML is there, and its scripts are not until `release`. */
async function openHtml(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return release;
}

/** The same of the list. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  const release = await openHtml(page, url);
  await expect(rowLinks(page)).toHaveCount(25);
  return release;
}

test('a button clicked before the scripts are there does its work once they are', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await count(page, 'Up').click();
  release();
  await expect(count(page, 'Up')).toHaveAttribute('aria-pressed', 'true');
  await expectQuery(page, 'condition=up');
  await page.goBack();
  await expectQuery(page, '');
  await expect(count(page, 'Total'), 'it was one click').toHaveAttribute('aria-pressed', 'true');
});

test('so does a heading, and a button that opens something', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await heading.getByRole('button').click();
  release();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');

  await page.unroute('**/*.js');
  const again = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  again();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a button does nothing later for somebody who has clicked elsewhere since', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('1–25 of 248').click();
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('links and pages lead where they say before the scripts are there', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await expectQuery(page, 'page=2');
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await expectQuery(page, 'page=2');
});

test('a button of a part that is loaded by itself works too: one filter less', async ({ still, page }) => {
  const release = await openHtml(page, `${still.product.url}/monitors?condition=down&is_active=false`);
  await page.getByRole('button', { name: 'Clear all' }).click();
  release();
  await expectQuery(page, '');
  await expect(rowLinks(page)).toHaveCount(25);
});

test('and Try again, of a page that shows nothing but a failure', async ({ stack, page }) => {
  const { product, referenceApi } = await stack(
    { monitors: 25 },
    { before: ({ api, apiKey }) => api.organization().editKey(apiKey, { scopes: ['incidents:read'] }) },
  );
  const release = await openHtml(page, `${product.url}/monitors`);
  referenceApi.api.organization().editKey(referenceApi.apiKey, { scopes: ['monitors:read'] });
  const before = referenceApi.requests();
  await page.getByRole('button', { name: 'Try again' }).click();
  release();
  await expect(rowLinks(page)).toHaveCount(25);
  expect(referenceApi.requests() - before).toBe(1);
});

passwordTest('a form is sent once', async ({ passwordStack: { product }, page }) => {
  // The password is being checked as long as the page is looked at: it is sent nowhere.
  await page.addInitScript(() => {
    window.addEventListener('submit', (event) => {
      event.preventDefault();
      window.submits = (window.submits ?? 0) + 1;
    });
  });
  const submits = () => page.evaluate(() => window.submits);
  const release = await openHtml(page, `${product.url}/login`);
  await signInOn(page);
  await expect.poll(submits).toBe(1);
  release();
  await untilLive(page.getByRole('button', { name: 'Sign in' }));
  // Past the commit that hydrates the page, and the task after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await submits()).toBe(1);
});
