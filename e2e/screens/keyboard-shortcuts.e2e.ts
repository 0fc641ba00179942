import { expect, type Page } from '@playwright/test';
import packageFile from '../../package.json' with { type: 'json' };
import { pressQuickly } from '../support/browser/press-quickly.ts';
import { openHydrated, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to a monitor' });

test('the sheet of keyboard shortcuts opens with ?, lists the commands of the page, and returns the focus', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await test.step('? shows the keyboard shortcuts, and Escape returns the focus', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    const link = page.getByRole('table').getByRole('link').nth(2);
    await link.focus();
    await page.keyboard.press('?');
    const everywhere = sheet(page).getByRole('region', { name: 'Global' });
    for (const [label, keys] of [
      ['Go to Monitors', 'gthenm'],
      ['Go to Review', 'gthenr'],
      ['Go to Coverage', 'gtheno'],
      ['Go to Usage', 'gthenu'],
      ['Jump to a monitor', 'CtrlK'],
      ['Show keyboard shortcuts', '?'],
    ]) {
      await expect(everywhere.getByRole('listitem').filter({ hasText: label ?? '' })).toHaveText(
        `${label}${keys}`,
      );
    }
    await expect(sheet(page).getByRole('region', { name: 'Search words' })).toContainText('response>500ms');
    await expect(sheet(page)).toContainText(`Sightline ${packageFile.version}`);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(link).toBeFocused();

    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(sheet(page)).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  });

  await test.step('keys of the same command are listed together, and each page lists only its own commands', async () => {
    await page.keyboard.press('?');
    const list = sheet(page).getByRole('region', { name: 'Monitors' }).getByRole('listitem');
    await expect(list.filter({ hasText: 'Next row' })).toHaveText('Next rowjor↓');
    for (const label of ['Search', 'Next page', 'Refresh', 'Open monitor', 'Pause or resume auto-refresh']) {
      await expect(list.filter({ hasText: label }).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await pressQuickly(page, 'gu');
    await expect(page).toHaveURL(/\/usage$/);
    await page.keyboard.press('?');
    await expect(sheet(page).getByRole('region')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
  });

  await test.step('shortcuts are disabled while a popup is open', async () => {
    await page.getByRole('button', { name: 'Preferences' }).click();
    // The menu is ready when it has the focus.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
    await page.keyboard.press('?');
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
  });
});

test('g and a letter open a page, except in a text field, and trigger no other shortcut', async ({
  staticStack,
  page,
}) => {
  await test.step('g and a letter open a page, except in a text field', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    await pressQuickly(page, 'gu');
    await expect(page).toHaveURL(/\/usage$/);
    // Each page registers its own keys, in the middle of the next sequence too.
    for (const [letters, path] of [
      ['gc', 'changes'],
      ['grgu', 'usage'],
      ['gpgrgugm', 'monitors'],
    ] as const) {
      await pressQuickly(page, letters);
      await expect(page).toHaveURL(new RegExp(`/${path}$`));
    }

    await searchBox(page).focus();
    await page.keyboard.type('gu?');
    await expect(searchBox(page)).toHaveValue('gu?');
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/monitors\?q=gu/);
  });

  await test.step('the second key of a sequence does not trigger its single-key shortcut', async () => {
    const { url } = staticStack.product;
    await openHydrated(page, `${url}/monitors`);
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
    const monitor = page.url();
    await page.keyboard.press('?');
    await expect(sheet(page).getByRole('listitem').filter({ hasText: 'Back to the list' })).toHaveText(/u$/);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await pressQuickly(page, 'gu');
    await expect(page).toHaveURL(`${url}/usage`);
    await page.goBack();
    await expect(page, 'it was one history entry').toHaveURL(monitor);
  });
});

test('single-key shortcuts can be disabled permanently; the button and Ctrl K keep working', async ({
  staticStack,
  page,
}) => {
  const { url } = staticStack.product;
  await openHydrated(page, `${url}/monitors`);
  await page.keyboard.press('?');
  const single = sheet(page).getByRole('switch', { name: 'Single-key shortcuts' });
  await expect(single).toBeChecked();
  await single.click();
  await expect(single).not.toBeChecked();
  await expect(sheet(page).getByRole('listitem').filter({ hasText: 'Go to Usage' })).toHaveText(
    'Go to Usageoff',
  );
  await page.keyboard.press('Escape');

  await openHydrated(page, `${url}/monitors`);
  await page.keyboard.press('?');
  await pressQuickly(page, 'gu');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/monitors`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await single.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeVisible();
});
