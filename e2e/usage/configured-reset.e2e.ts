import { expect, type Page } from '@playwright/test';
import { openHydrated } from '../support/browser/screen.ts';
import { spend } from '../support/http/read.ts';
import { readsOnce, test } from '../support/products/fixtures.ts';

// Each test starts its own product.
test.describe.configure({ mode: 'parallel' });

const env = { SIGHTLINE_QUOTA_RESET: '00:00 Europe/Berlin day 1' };
const banner = (page: Page) => page.getByRole('region', { name: 'API usage' });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ofDay = /resets at 00:00 \(Europe\/Berlin\), in \d+ (h|min|s)/;
const ofMonth = /resets on \d{4}-\d\d-01 at 00:00 \(Europe\/Berlin\), in \d+ (d|h|min|s)/;

test('a configured reset is shown in the banner, its details and on the usage page', async ({
  stack,
  page,
}) => {
  const { product } = await stack(
    { monitors: 25, limits: { minute: 60, daily: 5000, monthly: 100_000 } },
    { env: { ...env, ...readsOnce } },
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${product.url}/usage`);
  await expect(card(page, 'Today')).toContainText(ofDay);
  await expect(card(page, 'This month')).toContainText(ofMonth);
  await expect(page.getByText('not when the day and the month do')).toHaveCount(0);
  await expect(banner(page)).toContainText(/Today4,999\/5,000 leftresets in \d+ (h|min|s)This month/);

  await page.getByRole('button', { name: 'Collapse API usage' }).click();
  await page.getByRole('button', { name: /^API requests left:/ }).click();
  const details = page.getByRole('dialog', { name: 'API requests left' });
  await expect(details).toContainText(ofDay);
  await expect(details).toContainText(ofMonth);
});

test('while the daily quota is used up, banner and refresh menu say when reading continues', async ({
  stack,
  page,
}) => {
  // Other clients use 2 requests; reading the 25 monitors uses the last one.
  const { product } = await stack(
    { monitors: 25, limits: { daily: 3 } },
    { env, before: (api) => spend(api, 2) },
  );
  await openHydrated(page, `${product.url}/monitors`);
  await expect(banner(page)).toContainText(
    /Daily quota used up\..*Refreshing resumes when it resets at 00:00 \(Europe\/Berlin\)\./,
  );
  await expect(banner(page)).toContainText(/Retrying in \d+ (h|min|s)/);
  await page.getByRole('button', { name: 'Refresh interval: Every 30 s, slowed down to on hold' }).click();
  await expect(page.getByRole('menu')).toContainText(
    /On hold until the daily quota resets at 00:00 \(Europe\/Berlin\), in \d+ (h|min|s)\. Sightline checks every 15 min/,
  );
});
