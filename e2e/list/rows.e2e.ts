import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import {
  announcement,
  count,
  expectBriefly,
  expectQuery,
  openHydrated,
  rowLinks,
  searchBox,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

const row = (page: Page, place: number) => page.locator('tbody tr').nth(place);
test('j, k and the arrow keys move the focus between rows, o opens, c copies', { tag: '@core' }, async ({
  staticStack,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [first] = expectedMonitors(staticStack).filter(({ type }) => type === 'tcp');
  const links = rowLinks(page);
  await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp&sort=created_at&per_page=10`);

  await test.step('from outside the rows the arrow keys do nothing, c copies nothing, and j focuses the first row', async () => {
    await searchBox(page).focus();
    await page.keyboard.press('j');
    await expect(searchBox(page)).toHaveValue('j');
    await searchBox(page).fill('');
    await count(page, 'Total').focus();
    await page.keyboard.press('ArrowDown');
    await expect(count(page, 'Total')).toBeFocused();
    await page.keyboard.press('c');
    await page.keyboard.press('j');
    await expect(links.first()).toBeFocused();
    await expect(announcement(page, 'Copied')).toHaveCount(0);
  });

  await test.step('j, k and the arrow keys move the focus between rows and stop at the ends', async () => {
    for (const [key, place] of [
      ['j', 1],
      ['ArrowDown', 2],
      ['k', 1],
      ['ArrowUp', 0],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(links.nth(place)).toBeFocused();
    }
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('j');
    await expect(links.nth(9)).toBeFocused();
  });

  await test.step('c copies the target of the row and announces it, o opens the row', async () => {
    await links.first().focus();
    const target = String(first?.target);
    const address = `${target.includes(':') ? `[${target}]` : target}:${first?.port}`;
    await expectBriefly(announcement(page, `Copied ${address}`), page.keyboard.press('c'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.keyboard.press('o');
    await expect(page).toHaveURL(new RegExp(`/monitors/${first?.monitor_uuid}\\?list=`));
  });
});

test('a held key keeps moving the focus, and the focused row is never behind the column headings', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=50`);
  const inView = async () => {
    const headings = await page.locator('thead').boundingBox();
    const focused = await page.locator('tbody tr:focus-within').boundingBox();
    if (!headings || !focused) throw new Error('no row has the focus');
    expect(focused.y).toBeGreaterThanOrEqual(headings.y + headings.height - 1);
    expect(focused.y + focused.height).toBeLessThanOrEqual(500);
  };
  // Without keyup: Playwright sends further presses as repeats.
  for (let step = 0; step < 40; step += 1) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await expect(rowLinks(page).nth(39)).toBeFocused();
  await inView();
  for (let step = 0; step < 30; step += 1) await page.keyboard.down('k');
  await page.keyboard.up('k');
  await expect(rowLinks(page).nth(9)).toBeFocused();
  await inView();
});

test('a click on text of a row opens the monitor; dragging over the text selects it', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const target = row(page, 3).getByRole('cell').nth(4).locator('[title]').first();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is no target');
  await page.mouse.move(box.x + 1, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 9, { steps: 4 });
  await page.mouse.up();
  expect((await page.evaluate(() => String(getSelection()))).length).toBeGreaterThan(3);
  await expect(page).toHaveURL(/\/monitors$/);

  await searchBox(page).click();
  await target.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
});

test('where monitors flap, their number is a filter, the search field stays usable, and a card shows both flags whole', async ({
  demo,
  page,
}) => {
  await page.route(/\/api\/monitors\?/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const body = await response.json();
    for (const monitor of body.data) Object.assign(monitor, { flapping: true, maintenance_mode: true });
    body.facets.flapping = { true: 1, false: body.pagination.total - 1 };
    body.meta.inventory.counts.flapping = 1;
    await route.fulfill({ response, json: body });
  });
  await openHydrated(page, `${demo.url}/monitors`);
  const filter = page.getByRole('button', { name: 'Flapping', exact: true });
  await page.setViewportSize({ width: 1680, height: 800 });
  await expect(filter, 'it is there before something flaps').toBeVisible();
  await expect(filter).toHaveAccessibleDescription(
    'Its condition has changed at least 4 times in the last hour.',
  );
  await page.keyboard.press('r');
  const flapping = count(page, 'Flapping');
  await expect(flapping).toHaveText('Flapping1');
  await expect(flapping).toHaveAccessibleDescription('Flapping: 4 or more changes in the last hour');
  await flapping.click();
  await expectQuery(page, 'flapping=true');
  await expect(flapping).toHaveAttribute('aria-pressed', 'true');
  await count(page, 'Total').click();
  await expectQuery(page, '');
  for (const width of [1099, 1279, 1280, 1599, 1600, 1679, 1680]) {
    await page.setViewportSize({ width, height: 800 });
    const others = page.getByRole('button', { name: /^(Filters|More filters)$/ }).filter({ visible: true });
    await expect(others, `either is there at ${width}`).toHaveCount((await filter.isVisible()) ? 0 : 1);
    await expectNoSidewaysScroll(page);
    const field = await searchBox(page).evaluate((input) => input.clientWidth);
    // Of at least 320 pixels from 1280 on, with icon and key.
    expect(field, `search field at ${width}`).toBeGreaterThan(width < 1280 ? 100 : 230);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const padding = 14;
  const edge = (await rightOf(row(page, 0))) - padding;
  expect(await rightOf(row(page, 0).getByText('· Maintenance'))).toBeLessThanOrEqual(edge);
  const condition = row(page, 0).getByRole('cell').first().locator('> span > span').first();
  expect(await rightOf(condition), 'the condition is aligned with that of other cards').toBeCloseTo(edge, 0);
});
