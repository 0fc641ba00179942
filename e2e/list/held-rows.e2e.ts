import { expect, type Page } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { announcement, openHydrated, refreshButton, rowLinks, searchBox } from '../support/browser/screen.ts';
import { readAll } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';

const row = (page: Page, place: number) => page.locator('tbody tr').nth(place);
/** The mark of held rows that are no longer on the page. */
const held = (page: Page) => page.getByText('moved off this page');
/** Opens a list. Each of its responses has one more down monitor at the top; the other rows do not change. */
async function openWorseningList(page: Page, { product }: SharedStack) {
  const first = await readAll(product, 'sort=attention');
  const shown = first.slice(0, 25).map(({ name }) => String(name));
  let down = 0;
  await page.route(/\/api\/monitors\?/, async (route) => {
    const { 'if-none-match': _known, ...unconditional } = route.request().headers();
    const response = await route.fetch({ headers: unconditional });
    const body = await response.json();
    const newlyDown = first.slice(30, 30 + down).map((monitor) => ({ ...monitor, condition: 'down' }));
    body.data = [...newlyDown, ...body.data].slice(0, 25);
    body.facets.condition.down += down;
    await route.fulfill({ json: body });
  });
  await openHydrated(page, `${product.url}/monitors`);
  const refresh = async () => {
    down += 1;
    const responded = page.waitForResponse(/\/api\/monitors\?/);
    // By script: a click would take the focus out of the table.
    await refreshButton(page).evaluate((button: HTMLElement) => button.click());
    await responded;
  };
  return { first, shown, refresh };
}

test('an idle focus in the rows holds them for only one minute', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  await page.clock.install();
  const { first, refresh } = await openWorseningList(page, staticStack);
  await rowLinks(page).nth(5).focus();
  await page.keyboard.press('ArrowUp');
  await refresh();
  await expect(held(page)).toBeVisible();
  // From here on only runFor() advances the clock, so that a slow machine does not matter.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.keyboard.press('Shift');
  await page.clock.runFor(59_000);
  await page.keyboard.press('Shift');
  await page.clock.runFor(59_000);
  await expect(held(page), 'a key press restarts the minute').toBeVisible();
  await page.clock.runFor(2000);
  await expect(held(page)).toHaveCount(0);
  await expect(rowLinks(page).first()).toHaveText(String(first[30]?.name));

  // The page shows the response after a timer.
  await page.clock.resume();
  await page.keyboard.press('Shift');
  await refresh();
  await expect(held(page), 'they are held again after an interaction').toBeVisible();
});

test('rows are held while the focus or the pointer is in them, and updated on leaving', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const { first, shown, refresh } = await openWorseningList(page, staticStack);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await refresh();
  await expect(announcement(page, '1 more down')).toBeAttached();
  expect(await rowLinks(page).allTextContents()).toEqual(shown);
  await expect(row(page, 24)).toContainText('moved off this page');
  await expect(rowLinks(page).nth(1)).toBeFocused();

  await searchBox(page).focus();
  await expect(rowLinks(page).first()).toHaveText(String(first[30]?.name));
  await expect(held(page)).toHaveCount(0);
  await expect(rowLinks(page).nth(2)).toHaveText(shown[1] ?? '');

  await row(page, 5).hover();
  await refresh();
  await expect(held(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(held(page)).toHaveCount(0);

  await row(page, 5).hover();
  await refresh();
  await expect(held(page)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(held(page), 'sorting shows the new rows').toHaveCount(0);
});

test('a row that moved off the page is grey, shows its condition as past, and truncates its name with an ellipsis', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  const [urgent] = await readAll(staticStack.product, 'sort=attention');
  expect(urgent?.condition, 'the condition before the response without it').toBe('down');
  await page.route(/\/api\/monitors\?/, async (route) => {
    const { 'if-none-match': _known, ...unconditional } = route.request().headers();
    const response = await route.fetch({ headers: unconditional });
    const body = await response.json();
    await route.fulfill({ json: { ...body, data: body.data.slice(1) } });
  });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await rowLinks(page).nth(5).focus();
  await refreshButton(page).evaluate((button: HTMLElement) => button.click());
  await expect(row(page, 0)).toContainText('moved off this page');

  const condition = row(page, 0).getByRole('cell').first();
  await expect(condition).toHaveText('Was down');
  const colors = await row(page, 0)
    .locator('td, td *')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  expect([...new Set(colors)], 'all in one color').toHaveLength(1);

  const [name, note] = await Promise.all([
    rowLinks(page).first().boundingBox(),
    row(page, 0).getByText('moved off this page').boundingBox(),
  ]);
  expect((name?.x ?? 0) + (name?.width ?? 0), 'name and note do not overlap').toBeLessThanOrEqual(
    (note?.x ?? 0) + 0.5,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row(page, 0).getByText('Was down')).toBeVisible();
});

test('focusing a row during a refresh leaves each monitor in the list once, at its new position', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=100`);
  const before = await rowLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const after = [...before.slice(80), ...before.slice(0, 80)];
  await intercept(page, /\/api\/monitors\?/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const body = await response.json();
    body.data = [...body.data.slice(80), ...body.data.slice(0, 80)];
    await route.fulfill({ response, json: body });
  });
  await page.evaluate(() => {
    const links = () => document.querySelectorAll<HTMLAnchorElement>('tbody a');
    const first = links()[0]?.href;
    // At this time only the first rows have been updated.
    new MutationObserver((_, observer) => {
      if (links()[0]?.href === first) return;
      observer.disconnect();
      links()[3]?.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('r');
  await expect(rowLinks(page).nth(3)).toBeFocused();
  for (const [place, href] of after.entries()) {
    await expect(rowLinks(page).nth(place)).toHaveAttribute('href', String(href));
  }
});
