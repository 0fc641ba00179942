import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { count, expectQuery, rowLinks } from '../support/screen.ts';

/** Opens the list as on a slow line: its HTML is there, and its scripts are not until `release`. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await expect(rowLinks(page)).toHaveCount(25);
  return release;
}

test('a button clicked before the scripts are there does its work once they are', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await count(page, 'Up').click();
  release();
  await expect(count(page, 'Up')).toHaveAttribute('aria-pressed', 'true');
  await expectQuery(page, 'condition=up');
  await page.goBack();
  await expectQuery(page, '');
  await expect(count(page, 'Total'), 'it was one click').toHaveAttribute('aria-pressed', 'true');
});

test('so does a heading, and a button that opens something', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await heading.getByRole('button').click();
  release();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');

  await page.unroute('**/*.js');
  const again = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  again();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a button does nothing later for somebody who has clicked elsewhere since', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('1–25 of 248').click();
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('links and pages lead where they say before the scripts are there', async ({ still, page }) => {
  const release = await openWithoutScripts(page, `${still.product.url}/monitors`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await expectQuery(page, 'page=2');
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await expectQuery(page, 'page=2');
});
