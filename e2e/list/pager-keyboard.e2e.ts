import { expect } from '@playwright/test';
import { openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test('the focus stays in the pager after each page change', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const field = page.getByRole('textbox', { name: 'Page, of 10' });
  await field.focus();
  for (const [typed, range] of [
    ['3', '51–75 of 248'],
    ['9', '201–225 of 248'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByText(range)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await page.getByRole('link', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('226–248 of 248')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next page' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('226–248 of 248'), 'the disabled link does nothing').toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
});
