import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

const window = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const panel = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) });

// Most tests start their own product.
test.describe.configure({ mode: 'parallel' });

const openUsage = (page: Page, url: string) => openHydrated(page, `${url}/usage`);

/** Checks the page with all details elements open. */
async function expectAllAccessible(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  await expectAccessible(page);
}

test('before the API sends counters the page shows that there is no data, and why; also accessible then', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product } = await stack(
    { monitors: 25 },
    { before: ({ api }) => api.inject({ kind: 'missing-headers' }), waitForInventory: true },
  );
  await page.goto(`${product.url}/usage`);
  for (const name of ['This minute', 'Today', 'This month']) {
    await expect(window(page, name)).toContainText('No data yet');
    await expect(window(page, name)).toContainText('no counters in API responses so far');
  }
  await expect(page.getByRole('meter')).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(panel(page, 'Requests per hour')).toContainText('No data yet');
  await expectAllAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  const chip = page.getByRole('button', { name: /^API requests left:/ });
  await expect(chip).toHaveText('API requests left: no data yet');
  await chip.click();
  const banner = page.getByRole('region', { name: 'API usage' });
  await expect(banner.getByText('no data yet', { exact: true }).filter({ visible: true })).toHaveCount(3);
});

test('accessible, without horizontal overflow: a key without the scope', { tag: '@nightly' }, async ({
  stack,
  page,
}) => {
  const { product } = await stack(
    { monitors: 25 },
    { before: ({ api, apiKey }) => api.organization().editKey(apiKey, { scopes: ['incidents:read'] }) },
  );
  await openUsage(page, product.url);
  await expect(
    page.getByRole('heading', { level: 3, name: 'The API key is missing the scope monitors:read' }),
  ).toBeVisible();
  await expectAllAccessible(page);
});
