import { expect } from '@playwright/test';
import { startOtherSite } from '../support/hostile/other-site.ts';
import { test } from '../support/products/fixtures.ts';

test('another site can show a badge', async ({ demo, page }) => {
  const site = await startOtherSite(`<img alt="state" src="${demo.url}/api/badge.svg?type=tcp">`);
  await page.goto(site.crossSite);
  const width = () => page.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth);
  await expect.poll(width).toBeGreaterThan(50);
  await site.close();
});
