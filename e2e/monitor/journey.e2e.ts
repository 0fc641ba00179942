import { expect, type Page } from '@playwright/test';
import { facet, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { shownTime } from '../support/browser/shown-time.ts';
import { readAll } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';

test.use({ viewport: { width: 1280, height: 700 } });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });
const neighborLink = (page: Page, name: 'Previous' | 'Next') =>
  page.getByRole('link', { name: `${name} monitor`, exact: true });
const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function names({ product }: SharedStack, query: string): Promise<string[]> {
  const rows = await readAll(product, query);
  return rows.map(({ name }) => String(name));
}

/** The path and the search of the current URL. */
const pathOf = (page: Page) => page.url().replace(new URL(page.url()).origin, '');

test('filter, sort, page 3, a monitor, the next: Back restores the rows, the scroll position and the focused row', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const { product } = staticStack;
  const https = await names(staticStack, 'sort=name&type=https');
  await openHydrated(page, `${product.url}/monitors`);
  await facet(page, 'Type').choose('https');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.getByRole('textbox', { name: /^Page, of / }).fill('3');
  await page.getByRole('textbox', { name: /^Page, of / }).press('Enter');
  const pageThree = https.slice(50, 75);
  await expect(rowLinks(page)).toHaveText(pageThree);
  await expect(page).toHaveURL(/page=3/);
  const list = page.url();

  // Near the end, so that a restored position cannot be a coincidence.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight - innerHeight - 20));
  const scroll = await scrollOf(page);
  expect(scroll).toBeGreaterThan(100);
  await rowLinks(page).nth(16).click();
  await expect(heading(page)).toHaveText(pageThree[16] ?? '');
  await expect(breadcrumb(page)).toContainText(`67 of ${https.length} by name`);
  await page.keyboard.press('j');
  await expect(heading(page)).toHaveText(pageThree[17] ?? '');
  await expect(breadcrumb(page)).toContainText(`68 of ${https.length} by name`);
  const left = pathOf(page);

  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(rowLinks(page)).toHaveText(pageThree);
  await expect(rowLinks(page).nth(17)).toBeFocused();
  await expect(rowLinks(page).nth(17)).toHaveAttribute('href', left);
  expect(await scrollOf(page)).toBe(scroll);
});

test('the breadcrumb and the key u also return to the same list position', async ({ staticStack, page }) => {
  const all = await names(staticStack, 'sort=attention');
  const list = `${staticStack.product.url}/monitors?page=2`;
  await openHydrated(page, list);
  for (const way of ['breadcrumb', 'u'] as const) {
    await rowLinks(page).nth(22).scrollIntoViewIfNeeded();
    const scroll = await scrollOf(page);
    expect(scroll).toBeGreaterThan(0);
    await rowLinks(page).nth(22).click();
    await expect(heading(page)).toHaveText(all[47] ?? '');
    if (way === 'u') await page.keyboard.press('u');
    else await breadcrumb(page).getByRole('link', { name: 'Monitors' }).click();
    await expect(page).toHaveURL(list);
    await expect(rowLinks(page).nth(22)).toBeFocused();
    expect(await scrollOf(page)).toBe(scroll);
  }
});

test('Next and Previous cross the pages of the list without another read of it, and Forward keeps the position', {
  tag: '@core',
}, async ({ stack, page }) => {
  // Neither the list nor a monitor is read again, however long the test takes.
  const { product, referenceApi } = await stack({ monitors: 60 }, { env: stoppedProductClock });
  const all = await names({ product, referenceApi }, 'sort=name');
  await openHydrated(page, `${product.url}/monitors?sort=name&per_page=10&page=2`);
  await rowLinks(page).nth(9).click();
  await expect(breadcrumb(page)).toContainText('20 of 60 by name');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(/\?list=sort%3Dname%26page%3D2%26per_page%3D10$/);
  const before = referenceApi.requests();
  await neighborLink(page, 'Next').click();
  await expect(heading(page)).toHaveText(all[20] ?? '');
  await expect(breadcrumb(page)).toContainText('21 of 60 by name');
  await expect(neighborLink(page, 'Next'), 'the link keeps the focus').toBeFocused();
  await page.goBack();
  await expect(rowLinks(page).nth(9), 'the row that was opened, because the other is not here').toBeFocused();
  await page.goForward();
  await expect(heading(page)).toHaveText(all[20] ?? '');
  await expect(breadcrumb(page)).toContainText('21 of 60 by name');
  await page.reload();
  await expect(breadcrumb(page)).toContainText('21 of 60 by name');
  await expect(neighborLink(page, 'Previous')).toHaveAttribute('href', /page%3D2/);
  for (const at of [19, 18]) {
    await page.keyboard.press('k');
    await expect(heading(page)).toHaveText(all[at] ?? '');
  }
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  // One request for each monitor opened for the first time; none for the list.
  await expect.poll(() => referenceApi.requests() - before).toBe(2);
  await page.goBack();
  await expect(page).toHaveURL(/per_page=10&page=2|page=2&per_page=10/);
  await expect(rowLinks(page).nth(8)).toBeFocused();
});

test('quick steps are all executed, and the row that they lead to is scrolled into view', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(rowLinks(page).nth(22)).not.toBeInViewport();
  await rowLinks(page).nth(0).click();
  await expect(neighborLink(page, 'Previous')).toHaveAttribute('aria-disabled', 'true');
  await expect(neighborLink(page, 'Next')).toBeEnabled();
  for (let step = 0; step < 22; step += 1) await page.keyboard.press('j');
  await expect(breadcrumb(page)).toContainText('23 of ');
  await page.keyboard.press('u');
  await expect(rowLinks(page).nth(22)).toBeFocused();
  await expect(rowLinks(page).nth(22)).toBeInViewport({ ratio: 1 });
});

test('Previous and Next continue past a monitor that has been deleted', { tag: '@nightly' }, async ({
  stack,
  page,
}) => {
  const env = { SIGHTLINE_REFRESH_MIN_SECONDS: '600' };
  const { product, referenceApi } = await stack({ monitors: 60 }, { env });
  const all = await readAll(product, 'sort=name');
  const nameOf = (place: number) => String(all[place]?.name);
  const gone = String(all[3]?.monitor_uuid);
  const main = page.getByRole('main');
  await openHydrated(page, `${product.url}/monitors?sort=name&per_page=10`);
  referenceApi.api.organization().removeMonitor(gone);
  await rowLinks(page).nth(2).click();
  await expect(breadcrumb(page)).toContainText('3 of 60 by name');

  await page.keyboard.press('j');
  await expect(heading(page)).toHaveText('Monitor not found');
  await expect(breadcrumb(page)).toContainText('4 of 60 by name');
  await expect(main).toContainText(nameOf(3));
  await expect(main).toContainText(
    new RegExp(`It was in the list at ${shownTime}; it has been deleted since\\.`),
  );
  await page.keyboard.press('j');
  await expect(heading(page)).toHaveText(nameOf(4));
  await neighborLink(page, 'Previous').click();
  await expect(heading(page)).toHaveText('Monitor not found');
  await expect(main).toContainText(nameOf(3));
  await expect(neighborLink(page, 'Previous'), 'the link keeps the focus').toBeFocused();

  await page.reload();
  await expect(main, 'its name is no longer known').toContainText(gone);
  await expect(main).toContainText('deleted, or in another organization');
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/\/monitors\?.*sort=name/);
  await expect(rowLinks(page).first()).toHaveText(nameOf(0));
});

test('a monitor opened by URL has no neighbors, and leads back to the default list', async ({
  staticStack,
  page,
}) => {
  const [monitor] = staticStack.referenceApi.api.organization().monitors();
  await openHydrated(page, `${staticStack.product.url}/monitors/${monitor?.monitor_uuid}`);
  await expect(heading(page)).toHaveText(monitor?.name ?? '');
  await expect(page.getByRole('link', { name: /^(Previous|Next) monitor$/ })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(breadcrumb(page)).toHaveText('Monitors');
  await breadcrumb(page).getByRole('link').click();
  await expect(page).toHaveURL(`${staticStack.product.url}/monitors`);
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('a jump to another monitor replaces a pending step, and leaves the list', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const all = await readAll(staticStack.product, 'sort=name');
  const [third, fourth, eleventh] = [2, 3, 10].map((at) => all[at]);
  // The page of the step never loads; all other pages do. The route is set before the document is opened: in
  // an open document Chromium may send the first request before interception starts, and no event reports it.
  const isStep = (url: URL) => url.pathname === `/monitors/${fourth?.monitor_uuid}`;
  const steps = () => requests.filter((url) => isStep(new URL(url)));
  await page.route(isStep, () => {});
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=name`);
  await rowLinks(page).nth(2).click();
  await expect(heading(page)).toHaveText(String(third?.name));
  await expect(neighborLink(page, 'Next')).toHaveAttribute(
    'href',
    `/monitors/${fourth?.monitor_uuid}?list=sort%3Dname`,
  );
  expect(steps(), 'before a key is pressed').toEqual([]);
  await page.keyboard.press('j');
  await expect.poll(steps, requests.join('\n')).toHaveLength(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(String(eleventh?.monitor_uuid));
  await page.getByRole('dialog').locator(`[role=option][href$="${eleventh?.monitor_uuid}"]`).click();
  await expect(heading(page)).toHaveText(String(eleventh?.name));
  await expect(breadcrumb(page)).toHaveText('Monitors');
  // An open dialog handles all keys.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(heading(page), 'there is no next monitor').toHaveText(String(eleventh?.name));
});
