import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectBriefly, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';

test('a page that is still loading adopts a choice of another tab, and does not overwrite it', {
  tag: '@core',
}, async ({ staticStack, page, context }) => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  const theme = (tab: Page) => tab.locator('html');
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await choose('Light');
  const loading = await context.newPage();
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await loading.route('**/_next/static/**/*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await loading.goto(`${staticStack.product.url}/monitors`, { waitUntil: 'commit' });
  await expect(rowLinks(loading)).toHaveCount(25);
  await expect(theme(loading)).toHaveAttribute('data-theme', 'light');
  await choose('Dark');
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  load();
  await expect(theme(loading)).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
});

test('a preference that the browser refuses to store applies, with a message that a reload resets it', async ({
  staticStack,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  // In a wide window, the page itself tries to store that it is wide.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(page.getByRole('columnheader', { name: 'Last 24 h' })).toBeVisible();
  await expect(page.getByText(notStored)).toBeHidden();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expectBriefly(
    page.getByRole('status').filter({ hasText: notStored }),
    page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click(),
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});
