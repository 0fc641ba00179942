import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import { defaultColumns, heading } from '../support/browser/list-columns.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

const handle = (page: Page, label: string) => page.getByRole('separator', { name: `Width of ${label}` });
const widthOf = async (page: Page, label: string) =>
  Math.round((await heading(page, label).boundingBox())?.width ?? 0);
const rowHeight = async (page: Page) => (await page.locator('tbody tr').first().boundingBox())?.height;

test('a column width is changed by dragging and by keyboard, persisted, and reset', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const before = await widthOf(page, 'Type');
  const defaultTarget = await widthOf(page, 'Target');
  const box = await handle(page, 'Type').boundingBox();
  if (!box) throw new Error('there is no handle');
  const x = box.x + box.width / 2;
  await page.mouse.move(x, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 40, box.y + 10, { steps: 5 });
  expect(await widthOf(page, 'Type'), 'it follows the pointer').toBe(before + 40);
  await page.mouse.up();
  await expect(handle(page, 'Type')).toHaveAttribute('aria-valuenow', String(before + 40));

  await handle(page, 'Target').focus();
  const target = await widthOf(page, 'Target');
  await expect(handle(page, 'Target')).toHaveAttribute('aria-valuenow', String(target));
  await page.keyboard.press('ArrowLeft');
  expect(await widthOf(page, 'Target')).toBe(target - 16);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await widthOf(page, 'Target')).toBe(target + 16);

  await page.reload();
  expect(await widthOf(page, 'Type'), 'applied in the server-rendered HTML').toBe(before + 40);
  expect(await widthOf(page, 'Target')).toBe(target + 16);
  await openHydrated(page, `${staticStack.product.url}/monitors`);

  await handle(page, 'Type').dblclick();
  await expect.poll(() => widthOf(page, 'Type')).toBe(before);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect.poll(() => widthOf(page, 'Target')).toBe(defaultTarget);
});

test('a table wider than the window scrolls in its focusable frame, and the page does not', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10`);
  const frame = page.getByRole('region', { name: 'Monitors, scrolls horizontally' });
  await expect(frame).toHaveCount(0);
  await handle(page, 'Name').focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
  await expect(frame).toBeVisible();
  await expect(frame).toHaveAttribute('tabindex', '0');
  await expectNoSidewaysScroll(page);
  for (const width of [1920, 700, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});

test('comfortable rows are 40 pixels high, compact rows 32, already in the server-rendered HTML', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  expect(await rowHeight(page)).toBe(32);
  await expect(page.locator('tbody tr').nth(24), '25 compact rows fit a 1080-pixel window').toBeInViewport({
    ratio: 1,
  });
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  await expect.poll(() => rowHeight(page)).toBe(40);
  await page.keyboard.press('Escape');

  const withoutScripts = await page.context().newPage();
  await withoutScripts.route('**/*.js', (route) => route.abort());
  await withoutScripts.goto(`${staticStack.product.url}/monitors`);
  expect(await rowHeight(withoutScripts)).toBe(40);
});

test('the resize handles of all columns are one tab stop, and the arrow keys move between them', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  for (const label of defaultColumns) {
    const width = String(await widthOf(page, label));
    await expect(handle(page, label), 'before it has the focus').toHaveAttribute('aria-valuenow', width);
  }
  const sort = (label: string) => heading(page, label).getByRole('button');
  await sort('Condition').focus();
  await page.keyboard.press('Tab');
  await expect(handle(page, 'Condition')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(handle(page, 'Since')).toBeFocused();
  const before = await widthOf(page, 'Since');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => widthOf(page, 'Since')).toBe(before + 16);
  await expect(handle(page, 'Since')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(handle(page, 'Name')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sort('Since')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sort('Type'), 'no other handle').toBeFocused();
});

test('in a narrow window the name keeps 22 characters, and other columns give way', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  for (const [width, shown] of [
    [1280, defaultColumns],
    [1040, defaultColumns.filter((label) => label !== 'Interval')],
    [960, defaultColumns.filter((label) => !['Interval', 'Type'].includes(label))],
    [840, defaultColumns.filter((label) => !['Interval', 'Type', 'Target'].includes(label))],
    [720, defaultColumns.filter((label) => !['Interval', 'Type', 'Target', 'Region'].includes(label))],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('columnheader').filter({ visible: true }), `at ${width}`).toHaveText(shown);
    await expect(page.getByRole('region', { name: 'Monitors, scrolls horizontally' })).toHaveCount(0);
    const characters = await rowLinks(page)
      .first()
      .evaluate((link) => {
        const { font } = getComputedStyle(link);
        const canvas = document.createElement('canvas').getContext('2d');
        if (!canvas) throw new Error('there is no canvas');
        canvas.font = font;
        return (
          (22 * (link.parentElement?.clientWidth ?? 0)) / canvas.measureText('Checkout API, producti').width
        );
      });
    expect(characters, `at ${width}`).toBeGreaterThanOrEqual(22);
  }
});
