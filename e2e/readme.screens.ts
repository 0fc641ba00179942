import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { openLive } from './support/screen.ts';

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));

async function take(page: Page, name: string) {
  await expect(page.getByRole('button', { name: /^API requests left: \d/ })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide' });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1 });

    test('the list', async ({ demo, page }) => {
      await openLive(page, `${demo.url}/monitors`);
      await expect(page.getByRole('table')).toBeVisible();
      await take(page, `list-${colorScheme}`);
    });

    test('a monitor', async ({ demo, page }) => {
      await openLive(page, `${demo.url}/monitors?q=checkout+production`);
      await page.getByRole('link', { name: 'Checkout API, production' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Checkout API, production' })).toBeVisible();
      await take(page, `detail-${colorScheme}`);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ colorScheme: 'light', viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 });

  test('the list', async ({ demo, page }) => {
    await openLive(page, `${demo.url}/monitors`);
    await take(page, 'list-360-light');
  });
});
