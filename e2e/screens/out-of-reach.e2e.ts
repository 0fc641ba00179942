import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openLive, refreshButton, rowLinks } from '../support/screen.ts';

test('Sightline itself out of reach: the rows stay and it is said, without anything to be loaded for it', async ({
  still,
  page,
}) => {
  await openLive(page, `${still.product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  await page.route('**/*', (route) => route.abort());
  await refreshButton(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'Sightline cannot be reached.' });
  await expect(notice).toContainText(/What you see was read \d+ (s|min) ago\./);
  await expect(rowLinks(page)).toHaveCount(25);

  await page.getByRole('columnheader', { name: 'Target' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sightline cannot be reached' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();

  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(notice).toHaveCount(0);
});

test('what could not be loaded while Sightline was out of reach blames nothing else later', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack({
    alive: false,
    limits: { minute: 1000, daily: 1_000_000, monthly: 10_000_000 },
  });
  await page.addInitScript(() => localStorage.setItem('sightline.refresh.v1', '"15"'));
  await openLive(page, `${product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  await page.route('**/*', (route) => route.abort());
  await refreshButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sightline cannot be reached.' })).toBeVisible();
  await page.unroute('**/*');
  referenceApi.api.inject({ kind: 'status', status: 503 });
  const notice = page.getByRole('status').filter({ hasText: 'What you see was read' });
  await expect(notice).toContainText('API', { timeout: 40_000 });
  await expect(notice).not.toContainText('Sightline cannot be reached');
});
