import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import { expectList } from '../support/browser/expect-list.ts';
import {
  chip,
  count,
  expectQuery,
  facet,
  openHydrated,
  pausedButton,
  refreshButton,
  searchBox,
  waitForHydration,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const opener = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters and views' });
const section = (page: Page, title: string) => sheet(page).locator('summary').filter({ hasText: title });

test('one line of controls, large touch targets, and cards that show maintenance', async ({
  staticStack,
  page,
}) => {
  await test.step('search, filters and refresh share one line, and the page does not scroll horizontally', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    const boxes = await Promise.all(
      [searchBox(page), opener(page), refreshButton(page)].map((part) => part.boundingBox()),
    );
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
    for (const label of ['Columns', 'Export', 'Views']) {
      await expect(page.getByRole('button', { name: label, exact: true })).toBeHidden();
    }
    await expect(facet(page, 'Type').trigger).toBeHidden();
    await expect(count(page, 'Maintenance')).toBeInViewport();
    await expectNoSidewaysScroll(page);
  });

  await test.step('the first row of an outage begins in the upper third, and the counts fill their lines', async () => {
    const first = await page.getByRole('table', { name: 'Monitors' }).boundingBox();
    expect(first?.y).toBeLessThanOrEqual(240);
    const tiles = page.getByRole('group', { name: 'Counts' }).getByRole('button');
    const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
    const lines = Map.groupBy(boxes, (box) => box?.y);
    const rights = [...lines.values()].map((line) =>
      Math.max(...line.map((box) => (box?.x ?? 0) + (box?.width ?? 0))),
    );
    expect(lines.size).toBe(2);
    expect(Math.max(...rights) - Math.min(...rights)).toBeLessThanOrEqual(1);
  });

  await test.step('all touch targets in the sheet are at least 44 pixels wide and high', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp`);
    await opener(page).tap();
    await expect(section(page, 'Type')).toBeVisible();
    await expectNoAxeViolations(page);
    const parts = await sheet(page)
      .locator('button:visible, select:visible, summary:visible, a:visible')
      .all();
    expect(parts.length, 'filters and the order are among them').toBeGreaterThan(15);
    for (const part of parts) {
      const box = await part.boundingBox();
      const label = (await part.textContent()) ?? '';
      expect(Math.round(box?.height ?? 0), label).toBeGreaterThanOrEqual(44);
      expect(Math.round(box?.width ?? 0), label).toBeGreaterThanOrEqual(44);
    }
    const tcp = sheet(page).getByRole('button', { name: /^tcp / });
    await tcp.tap();
    await expectQuery(page, '');
    await expect(tcp, 'a section stays open after its last value is deselected').toBeVisible();
  });

  await test.step('a card shows that its monitor is in maintenance', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?maintenance_mode=true`);
    const cards = page.getByRole('row').filter({ has: page.getByRole('link') });
    expect(await cards.count()).toBeGreaterThan(0);
    for (const card of await cards.all())
      await expect(card.getByText('Maintenance').filter({ visible: true })).toHaveCount(1);
    await expectNoSidewaysScroll(page);
  });
});

test('all filters are in one sheet, apply at once, and are counted on its button', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const found = expectedMonitors(staticStack)
    .filter(({ type, maintenance_mode }) => type === 'tcp' && !maintenance_mode)
    .toReversed();
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await opener(page).tap();
  await section(page, 'Type').tap();
  await sheet(page).getByRole('button', { name: /^tcp / }).tap();
  await sheet(page).getByRole('button', { name: 'Exclude ping' }).tap();
  await section(page, 'Maintenance').tap();
  await sheet(page).getByRole('button', { name: /^No / }).tap();
  await sheet(page).getByLabel('Sort').selectOption('oldest first');
  const query = 'type=tcp&type=-ping&maintenance_mode=false&sort=created_at&order=asc';
  await expectQuery(page, query);
  await expectNoSidewaysScroll(page);

  await sheet(page)
    .getByRole('button', { name: `Show ${found.length} monitors` })
    .tap();
  await expect(sheet(page)).toHaveCount(0);
  await expectList(page, found);
  await expect(opener(page)).toHaveText('Filters (3)');
  await expectNoSidewaysScroll(page);
  await chip(page, 'Type: not ping').tap();
  await expect(opener(page)).toHaveText('Filters (2)');
});

test('the font size of all fields is at least 16 pixels, so that phones do not zoom in', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const expectLarge = async () => {
    const sizes = await page
      .locator('input:visible, select:visible')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes), `of ${sizes.length}`).toBeGreaterThanOrEqual(16);
    await expectNoSidewaysScroll(page);
  };
  await expectLarge();
  await searchBox(page).fill('a rather long text that is searched for');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectLarge();
  await opener(page).tap();
  await section(page, 'Views').tap();
  await expectLarge();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Jump to a monitor' }).tap();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
  await expectLarge();
});

for (const path of ['monitors', 'changes', 'coverage', 'review', 'report', 'usage']) {
  test(`no menu of /${path} moves the page sideways when it is opened by touch`, async ({ demo, page }) => {
    await page.goto(`${demo.url}/${path}`);
    const menus = page.locator('button[aria-haspopup]:visible');
    await waitForHydration(menus.first());
    const count = await menus.count();
    expect(count).toBeGreaterThan(1);
    for (let place = 0; place < count; place += 1) {
      const menu = menus.nth(place);
      const name = (await menu.getAttribute('aria-label')) ?? (await menu.textContent()) ?? '';
      for (const time of ['first', 'second']) {
        // Widths while it opens, too.
        await page.evaluate(() => {
          const widths = new Set<number>();
          const measure = () => {
            widths.add(document.documentElement.scrollWidth);
            requestAnimationFrame(measure);
          };
          measure();
          Object.assign(window, { widths });
        });
        await menu.tap();
        await expect(page.locator('[role=menu], [role=dialog]').first(), name).toBeVisible();
        await expect(page.locator('[role=menu], [role=dialog]').first(), name).toBeInViewport();
        const widths = await page.evaluate(() => [...Reflect.get(window, 'widths')]);
        expect(widths, `${name}, ${time} time`).toEqual([360]);
        expect(await page.evaluate(() => scrollX), name).toBe(0);
        await page.keyboard.press('Escape');
        await expect(page.locator('[role=menu], [role=dialog]')).toHaveCount(0);
      }
    }
  });
}

test('a phone has three pages in its navigation, and the rest in the menu', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true });
  await expect(links).toHaveText(['Monitors', /^Changes/, 'Review']);
  const menu = page.getByRole('button', { name: 'More pages and preferences' });
  await menu.tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Coverage', 'Report', 'Wall', 'Usage']);
  await page.getByRole('menuitem', { name: 'Coverage' }).tap();
  await expect(page).toHaveURL(/\/coverage$/);
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(links).toHaveText(['Monitors', /^Changes/, 'Coverage', 'Review', 'Report', 'Wall']);
  await menu.tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Usage']);
});

test('views, pausing and the export are in the sheet', async ({ staticStack, page }) => {
  await test.step('views can be saved and opened in the sheet', async () => {
    const { product } = staticStack;
    await openHydrated(page, `${product.url}/monitors?condition=down`);
    await opener(page).tap();
    await section(page, 'Views').tap();
    await sheet(page).getByRole('textbox', { name: 'View name' }).fill('Down now');
    await sheet(page).getByRole('button', { name: 'Save', exact: true }).tap();
    await sheet(page).getByRole('button', { name: 'Clear all' }).tap();
    await sheet(page).getByRole('button', { name: 'Down now', exact: true }).tap();
    await expect(sheet(page)).toHaveCount(0);
    await expectQuery(page, 'condition=down');
  });

  await test.step('pausing and the export are in the sheet', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp`);
    await opener(page).tap();
    await section(page, 'Export').tap();
    await sheet(page)
      .getByRole('radio', { name: /^A program/ })
      .check();
    const link = sheet(page).getByRole('link', { name: 'Download CSV' });
    await expect(link).toHaveAttribute('href', /^\/api\/monitors\/export\?format=csv&title=tcp&.*type=tcp/);
    await expect(sheet(page).getByText(/every .+\. A reading takes 3 requests\./)).toBeVisible();
    await sheet(page).getByRole('switch', { name: 'Auto-refresh' }).tap();
    await sheet(page).getByRole('button', { name: 'Close' }).tap();
    await expect(pausedButton(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('every tab stop of the page is visible', { tag: '@nightly' }, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10`);
  await expect(page.locator('thead button:visible')).toHaveCount(0);
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0 || (await focused.evaluate((one) => one === document.body))) break;
    const name = await focused.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
    const box = await focused.boundingBox();
    expect(box?.width, name).toBeGreaterThan(1);
    expect(box?.height, name).toBeGreaterThan(1);
    await expect(focused, name).toBeInViewport();
    stops.push(name);
  }
  expect(stops.length, 'rows, filters and pager are among them').toBeGreaterThan(20);
});
