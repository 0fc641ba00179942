import { expect, type Page } from '@playwright/test';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/** The rendered background color of the page: red, green and blue, 0 to 255. */
const background = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });

async function choose(page: Page, label: string) {
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('menuitemradio', { name: label }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

async function backgrounds(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return { light, dark: await background(page) };
}

test('without a choice the page follows the system, at once', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const { light, dark } = await backgrounds(page);
  expect(Math.min(...light)).toBeGreaterThan(230);
  expect(Math.max(...dark)).toBeLessThan(40);
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
});

test('a choice overrides the system, after reloads and on every page', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const { light } = await backgrounds(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose(page, 'Light');
  expect(await background(page)).toEqual(light);
  await page.reload();
  expect(await background(page)).toEqual(light);
  await page.goto(`${staticStack.product.url}/nowhere`);
  expect(await background(page)).toEqual(light);
  await waitForHydration(page.getByRole('button', { name: 'Preferences' }));
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
});
