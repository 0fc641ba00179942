import { expect } from '@playwright/test';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { openHydrated } from '../support/browser/screen.ts';
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

test('the page of the API is reached from the navigation, and on a phone from the menu of the preferences', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API' });
  await link.click();
  await expect(page).toHaveURL(/\/api\/docs$/);
  await expect(link).toHaveAttribute('aria-current', 'page');

  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('menuitem', { name: 'API documentation' }).click();
  await expect(page).toHaveURL(/\/api\/docs$/);
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
});

test('each error is described once, and each operation has an example of its response', async ({
  demo,
  page,
}) => {
  await page.goto(`${demo.url}/api/docs`);
  await expect(page.getByText('A bug in Sightline.', { exact: true })).toHaveCount(1);
  const errors = page.getByRole('region', { name: 'Errors', exact: true });
  await expect(errors.getByRole('row', { name: /^502 / })).toContainText('api_key_rejected');
  const operation = page.locator('#listChanges');
  await expect(operation.getByText('Errors: 400, 401, 405,')).toBeVisible();
  await operation.getByText('Example of a response').click();
  await expect(operation.getByRole('region', { name: 'Response of listChanges' })).toContainText(
    '"kind": "down"',
  );
  await expect(page.getByText('Example of a response')).toHaveCount(await page.locator('h3 code').count());
});

test('the page of the API is accessible in light and dark and on a phone', { tag: '@nightly' }, async ({
  demo,
  page,
}) => {
  await page.goto(`${demo.url}/api/docs`);
  await expectAccessible(page, allVariants);
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
