import { expect } from '@playwright/test';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readWatched, watchLayout } from '../support/browser/watch-layout.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty, readsOnce } from '../support/products/stack.ts';

test('rows are updated automatically, nothing moves, and scroll position and focus stay', {
  tag: '@core',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ limits: plenty }, { env: readsOnRequest });
  const organization = referenceApi.api.organization();
  const monitors = organization.monitors();
  const [first, , , , , , , , down, , , , renamed] = monitors;
  await installClock(page);
  await openHydrated(page, `${product.url}/monitors?sort=created_at`);
  const focused = rowLinks(page).nth(10);
  await focused.focus();
  await page.evaluate(() => window.scrollTo(0, 120));
  await watchLayout(page);

  organization.editMonitor(renamed?.monitor_uuid ?? '', {
    name: 'Renamed elsewhere to something much longer',
  });
  organization.editMonitor(down?.monitor_uuid ?? '', { is_active: true, last_status: 'down' });
  organization.editMonitor(first?.monitor_uuid ?? '', { is_active: false });

  const rows = page.getByRole('row');
  await pollWithClock(product, page, (soon) =>
    soon(rowLinks(page).nth(12)).toHaveText('Renamed elsewhere to something much longer'),
  );
  await expect(rows.nth(9).getByRole('cell').first()).toHaveText(/^Down/);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('Inactive');
  await expect(focused).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(120);
  const { moved } = await readWatched(page);
  expect(
    moved.filter((node) => node !== ' ago'),
    'nothing moves but the age of the list',
  ).toEqual([]);
});

test('who opens an old list sees at once that it is old, why, and that it is being read', async ({
  stack,
  browser,
}) => {
  const { product, referenceApi } = await stack({ monitors: 25 }, { env: { ...movableClock, ...readsOnce } });
  // A reading waits for the API while the page is looked at.
  referenceApi.api.inject({ kind: 'delay', ms: 4000, times: 1 });
  await advanceHours(1, product);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.url}/monitors`);
  const button = page.getByRole('button', { name: /^Refresh, reading, (1 h|6\d min) ago$/ });
  await expect(button).toHaveAccessibleDescription(
    /Reading now, for \d s\. The list is read rarely while nobody looks\. Refresh now: 1 request/,
  );
  await context.close();
});

test('while the key is rejected the refresh button has no interval, and no text asks to try again', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack({ monitors: 25, limits: plenty }, { env: readsOnRequest });
  referenceApi.api.organization().editKey(referenceApi.apiKey, { revoked: true });
  await openHydrated(page, `${product.url}/monitors`);
  const button = page.getByRole('button', { name: /^Refresh, / });
  await expect(button).toHaveAccessibleDescription(/API key rejected: needs a new key\. Refresh now/);
  await expect(button).not.toHaveAccessibleDescription(/every|Next/);
  const toast = page.getByRole('status').filter({ hasText: 'Not read.' });
  await expect(async () => {
    await button.click();
    await expect(toast).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(toast).toHaveText(/^Not read\. API key rejected\. .* restart Sightline\.$/);
});
