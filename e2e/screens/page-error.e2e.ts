import { expect } from '@playwright/test';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { test } from '../support/products/fixtures.ts';

test('an error while the browser renders a page replaces that page only, and asks for no request ID', {
  tag: '@core',
}, async ({ staticStack: { product }, page }) => {
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const broken = '(() => { throw new Error("broken"); })()';
    return route.fulfill({
      response,
      body: (await response.text()).replaceAll('"Mark all as read"', broken),
    });
  });
  await page.goto(`${product.url}/monitors`);
  await page.getByRole('link', { name: 'Changes' }).click();
  await expectExplained(page, {
    code: 'internal',
    heading: 'Something went wrong in Sightline',
    advice: ['The browser’s console has the details.'],
  });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('link', { name: 'All monitors' }).click();
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});
