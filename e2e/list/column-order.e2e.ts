import { expect } from '@playwright/test';
import { defaultColumns, heading } from '../support/browser/list-columns.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test('a heading is moved by keyboard, without sorting; the help has the keys and the search words', async ({
  staticStack,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const sort = heading(page, 'Region').getByRole('button');
  await sort.focus();
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  const moved = ['Condition', 'Name', 'Since', 'Type', 'Region', 'Target', ...defaultColumns.slice(6)];
  await expect(page.getByRole('columnheader')).toHaveText(moved);
  await expect(sort).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Region: column 5 of 9' })).toBeAttached();
  await expect(heading(page, 'Condition'), 'moving does not sort').toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(page.getByRole('columnheader')).toHaveText(defaultColumns);
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(moved);
  await waitForHydration(page.getByRole('button', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('?');
  await expect(page.getByRole('listitem').filter({ hasText: 'Move column' })).toContainText('Alt');
  await expect(page.getByRole('region', { name: 'Search words' })).toContainText('response>500ms');
});

test('a wide window shows the last day, until the user chooses columns', async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(heading(page, 'Last 24 h')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Last 24 h'), 'in the first HTML').toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText(defaultColumns);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last 24 h' }).click();
  await expect(heading(page, 'Last 24 h')).toHaveCount(0);
});
