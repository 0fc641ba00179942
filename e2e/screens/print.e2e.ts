import { expect, type Page } from '@playwright/test';
import { setPreferences } from '../support/browser/preferences.ts';
import { openHydrated } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

/** The classes of the visible elements that would lie over others on paper: over the rows, or on every sheet. */
function floating(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const floats = (element: Element) =>
      ['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
      element.matches('[role="dialog"], [role="menu"], .shadow-popup');
    // The guards of the focus around an open popup have one pixel.
    const isSeen = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
    const all = [...document.querySelectorAll('body *')];
    return all.filter((one) => floats(one) && isSeen(one)).map((one) => one.className);
  });
}

for (const path of [
  ...['/monitors?per_page=100', '/monitors?group=type', '/changes?days=7', '/review', '/usage'],
  ...['/report', '/coverage', '/wall', '/monitors/{uuid}'],
]) {
  test(`nothing floats on paper: ${path}`, async ({ demo, page }) => {
    const { data } = await readList(demo, 'per_page=1');
    await page.goto(demo.url + path.replace('{uuid}', String(data[0]?.monitor_uuid)));
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect((await floating(page)).length, 'there is something that could float').toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await floating(page)).toEqual([]);
    await expect(page.getByRole('main')).toBeVisible();
  });
}

test('popups and the scrolling of a wide table are not on paper', async ({ demo, page, context }) => {
  await setPreferences(context, { columnWidths: { name: 1200 } });
  await openHydrated(page, `${demo.url}/monitors?per_page=100`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  const table = page.getByRole('region', { name: 'Monitors, scrolls horizontally' });
  const isWhole = () => table.evaluate((node) => node.clientHeight >= node.scrollHeight);
  expect(await isWhole(), 'on the screen it scrolls').toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('menu')).toBeHidden();
  expect(await floating(page)).toEqual([]);
  expect(await isWhole(), 'no row is scrolled away').toBe(true);
});

test('the dark theme is not on paper, but meters are', async ({ demo, page, context }) => {
  const colorOf = () => page.getByRole('heading', { level: 1 }).evaluate((it) => getComputedStyle(it).color);
  await setPreferences(context, { theme: 'light' });
  await page.goto(`${demo.url}/usage`);
  const light = await colorOf();
  await setPreferences(context, { theme: 'dark' });
  await page.reload();
  expect(await colorOf()).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  expect(await colorOf()).toBe(light);
  await expect(page.getByRole('meter').first()).toHaveCSS('print-color-adjust', 'exact');
});
