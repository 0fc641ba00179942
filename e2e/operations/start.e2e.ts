import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { test } from '../support/products/fixtures.ts';
import { launchWithoutSettings } from './without-settings.ts';

test('the page of a Sightline without settings is accessible', async ({ page }) => {
  const product = launchWithoutSettings();
  await page.goto(await product.url);
  await expect(page.getByRole('heading', { name: 'Sightline isn’t set up yet' })).toBeVisible();
  await expectAccessible(page);
  await product.stop();
});
