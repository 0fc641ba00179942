import { expect } from '@playwright/test';
import { startTrappedProduct } from '../support/hostile/trapped-targets.ts';
import { test } from '../support/products/fixtures.ts';

test('row 63: a browser requests a target when a user opens it, and not before', async ({ page }) => {
  const { product, trap, monitors, stop } = await startTrappedProduct();
  const link = page.getByRole('link', { name: 'Open target' });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('table', { name: 'Monitors' }).getByRole('link')).toHaveCount(monitors.length);
  // The first monitor is the last to be shown.
  for (const { uuid, name, isLink } of monitors.toReversed()) {
    await page.goto(`${product.url}/monitors/${uuid}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(link).toHaveCount(isLink ? 1 : 0);
    if (isLink) await link.hover();
  }
  expect(trap.asked).toEqual([]);
  await link.click();
  await expect.poll(() => trap.asked).toContainEqual(expect.stringMatching('^GET /target of '));
  await stop();
});
