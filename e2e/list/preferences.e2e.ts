import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectBriefly, openHydrated, rowLinks, waitForHydration } from '../support/browser/screen.ts';
import { notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';

/** Truncated JSON, unknown values and markup; unit tests such as preferences.test.ts cover the rest. */
const invalidValues = [
  encodeURIComponent('{"version":1'),
  encodeURIComponent('{"version":1,"zone":"mars","singleKeys":"yes"}'),
  encodeURIComponent('<script>alert(1)</script>'),
];

for (const [index, value] of invalidValues.entries()) {
  test(
    `invalid stored preferences are ignored (${index + 1})`,
    nightlyIf(index > 0),
    async ({ staticStack, page, context }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      const { url } = staticStack.product;
      await context.addCookies([{ name: 'sightline_preferences', value, url }]);
      await page.addInitScript((text) => {
        if (sessionStorage.getItem('spoilt')) return;
        sessionStorage.setItem('spoilt', 'yes');
        for (const key of ['sightline.views.v1', 'sightline.columns.v1']) localStorage.setItem(key, text);
      }, decodeLeniently(value));

      await openHydrated(page, `${url}/monitors`);
      await expect(rowLinks(page)).toHaveCount(25);
      await expect(page.getByRole('button', { name: 'Refresh interval: Every 30 s' })).toBeVisible();
      await page.getByRole('button', { name: 'Preferences' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
      await expect(page.getByRole('menuitemradio', { name: /^Local/ })).toBeChecked();

      // A new choice is persisted.
      await page.getByRole('menuitemradio', { name: 'UTC', exact: true }).click();
      await page.reload();
      await waitForHydration(page.getByRole('button', { name: 'Preferences' }));
      await page.getByRole('button', { name: 'Preferences' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'UTC', exact: true })).toBeChecked();
      expect(errors).toEqual([]);
    },
  );
}

test('a page that is still loading adopts a choice of another tab, and does not overwrite it', async ({
  staticStack,
  page,
  context,
}) => {
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
  await openHydrated(page, `${staticStack.product.url}/monitors`);
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

function decodeLeniently(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
