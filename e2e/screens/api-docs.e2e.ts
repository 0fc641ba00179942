import { expect } from '@playwright/test';
import { everyLook, expectAccessible } from '../support/browser/accessible.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

test('the page of the API shows every operation and schema', async ({ demo, context, page }) => {
  const violations = await watchPolicy(context);
  const { text } = await ask(`${demo.url}/api/openapi.json`);
  const document: { paths: Record<string, object>; components: { schemas: object } } = JSON.parse(text);
  const response = await page.goto(`${demo.url}/api/docs`);
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'nonce-/);
  expect(response?.headers()['x-request-id']).toBeTruthy();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
  await expect(page).toHaveTitle(/API · Sightline$/);
  const headings = await page.locator('h3').allInnerTexts();
  for (const path of Object.keys(document.paths)) {
    expect(headings).toContainEqual(expect.stringContaining(path));
  }
  expect(headings).toEqual(expect.arrayContaining(Object.keys(document.components.schemas)));
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'One monitor', exact: true })
    .click();
  await expect(page.locator('#getMonitor')).toBeInViewport();
  expect(violations).toEqual([]);
});

test('the page of the API is accessible in light and dark and on a phone', { tag: '@nightly' }, async ({
  demo,
  page,
}) => {
  await page.goto(`${demo.url}/api/docs`);
  await expectAccessible(page, everyLook);
});

test('the page of the API is complete without scripts', async ({ demo, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.url}/api/docs`);
  await expect(page.getByRole('heading', { name: /GET \/api\/monitors\/export/ })).toBeVisible();
  await expect(page.getByText('curl -fsS').first()).toBeVisible();
  const broken = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => document.getElementById(href.slice(1)) === null),
    );
  expect(broken, 'links within the page').toEqual([]);
  await context.close();
});
