import { expect, type Page } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { dayWithRemaining, withHistory } from '../support/browser/usage-history.ts';
import { test } from '../support/products/fixtures.ts';

const loadError = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /Couldn’t load this (part of the page|section)/ });

test('row 82: a failed load is reported, and everything else works', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  // As after a new version was deployed.
  await intercept(page, '**/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const link = rowLinks(page).nth(2);
  for (const { key, name = '' } of [
    { key: 'Control+k' },
    { key: '?' },
    { name: 'Columns' },
    { name: 'Preferences' },
  ]) {
    const isKey = key !== undefined;
    if (isKey) await link.focus();
    await (isKey ? page.keyboard.press(key) : page.getByRole('button', { name }).click());
    await expect(loadError(page)).toBeVisible();
    if (isKey) await expect(link, 'the focus is unchanged').toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rowLinks(page)).toHaveCount(25);
    await loadError(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(loadError(page)).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: /^Jump to a monitor/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await rowLinks(page).nth(0).focus();
  await page.keyboard.press('j');
  await expect(rowLinks(page).nth(1)).toBeFocused();

  // The next attempt loads it, without a reload of the page.
  await page.unroute('**/*.js');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Jump to a monitor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(loadError(page)).toHaveCount(0);
});

test('row 82: the usage page reports that its chart cannot be loaded, and shows everything else', async ({
  staticStack: { product },
  page,
}) => {
  await page.clock.install();
  await withHistory(page, dayWithRemaining(4180));
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const isChart = (await response.text()).includes(': observed values');
    return isChart ? route.abort() : route.fulfill({ response });
  });
  await openHydrated(page, `${product.url}/usage`);
  await page.clock.fastForward(30_000);
  await expect(loadError(page)).toBeVisible();
  await expect(page.getByText('Show as list')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible();
});
