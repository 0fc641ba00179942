import { expect, type Page } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { count, openHydrated } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Jump to a monitor' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const monitors = (page: Page) =>
  dialog(page)
    .getByRole('group', { name: /^(Monitors|Most urgent)$/ })
    .getByRole('option');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('? right after the Escape that closes the palette shows the keyboard shortcuts', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Loads both dialogs.
  for (const key of ['Control+k', '?']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await count(page, 'Total').focus();
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await Promise.all([
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Escape', code: 'Escape' }),
      devtools.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: '?',
        code: 'Slash',
        text: '?',
        modifiers: 8,
      }),
    ]);
    await expect(sheet).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(count(page, 'Total'), 'the focus is restored').toBeFocused();
  }
});

test('Enter before the results arrive opens the result of the typed text, not a displayed option', async ({
  staticStack,
  page,
}) => {
  const { data } = await readList(staticStack.product, 'sort=name&per_page=1&q=checkout');
  const name = String(data[0]?.name);
  const [first] = (
    await readList(staticStack.product, `sort=relevance&per_page=1&q=${encodeURIComponent(name)}`)
  ).data;
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, '**/api/monitors?q=*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.insertText(name);
  await page.keyboard.press('Enter');
  await expect(dialog(page), 'the palette waits for the results').toBeVisible();
  release();
  await expect(heading(page)).toHaveText(String(first?.name));

  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);
  await page.keyboard.insertText('go to usage');
  await page.keyboard.press('Enter');
  await expect(page, 'actions work in the same way').toHaveURL(/\/usage$/);
});
