import { expect } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { openHydrated, refreshButton, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test('an unreachable product: the rows stay and a notice appears, without loading anything', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  await intercept(page, '**/*', (route) => route.abort());
  await refreshButton(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'Can’t reach Sightline' });
  await expect(notice).toContainText(/Showing data from \d+ (s|min) ago/);
  await expect(rowLinks(page)).toHaveCount(25);
  const above = await notice.boundingBox();
  const rows = await page.getByRole('table').boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0);

  // A query without cached data cannot be shown.
  await page.getByRole('columnheader', { name: 'Target' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Can’t reach Sightline' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Check your network connection');
  await expect(searchBox(page)).toBeVisible();

  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(notice).toHaveCount(0);
});

test('after a restart of the product without data: the rows stay, and their age is shown', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const message = 'Monitors are loading for the first time. Try again in a moment.';
  const notReady = {
    error: message,
    code: 'not_ready',
    request_id: 'r',
    retry_at: new Date().toISOString(),
  };
  await intercept(page, '**/api/monitors?*', (route) => route.fulfill({ status: 503, json: notReady }));
  await page.route('**/api/monitors', (route) => route.fulfill({ status: 503, json: notReady }));
  await refreshButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Showing data' })).toContainText(
    'Not everything has been read yet',
  );
  await expect(page.getByText(/monitors loaded/)).toHaveCount(0);
  await expect(rowLinks(page)).toHaveCount(25);
});

test('an error stays visible during a retry', async ({ staticStack, page }) => {
  await page.clock.install();
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await intercept(page, '**/api/monitors?*', (route) => route.abort());
  await page.getByRole('columnheader', { name: 'Target' }).getByRole('button').click();
  const errorHeading = page.getByRole('heading', { level: 1, name: 'Can’t reach Sightline' });
  await expect(errorHeading).toBeVisible();
  await page.unroute('**/api/monitors?*');
  // The response to the next attempt is delayed.
  const answer = Promise.withResolvers<void>();
  await intercept(page, '**/api/monitors?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const tried = page.waitForRequest(/\/api\/monitors\?/);
  await page.clock.fastForward(5000);
  await tried;
  await page.clock.runFor(500);
  await expect(errorHeading).toBeVisible();
  await expect(rowLinks(page)).toHaveCount(0);
  answer.resolve();
  await expect(rowLinks(page)).toHaveCount(25);
});
