import { expect, type Page } from '@playwright/test';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { plenty, test } from '../support/products/fixtures.ts';

async function expectTab(page: Page, title: string, icon: '/icon.svg' | '/icon-down.svg', expectIn = expect) {
  await expectIn(page).toHaveTitle(title);
  await expectIn(page.locator('head > title'), 'exactly one title').toHaveCount(1);
  await expectIn(page.locator('link[rel="icon"]'), 'exactly one icon').toHaveCount(1);
  await expectIn(page.locator('link[rel="icon"]')).toHaveAttribute('href', icon);
}

test('the title has the number of all down monitors, in the HTML and whatever the filters, and two icons', async ({
  staticStack,
  page,
}) => {
  await test.step('the page title has the number of all down monitors, independent of filters', async () => {
    const { url } = staticStack.product;
    const { meta } = await readList(staticStack.product);
    const down = meta.inventory.counts?.condition.down;
    const everyDown = await readList(staticStack.product, 'condition=down&per_page=1');
    expect(down).toBe(everyDown.pagination.total);
    expect(down).toBeGreaterThan(0);

    await openHydrated(page, `${url}/monitors`);
    await expectTab(page, `(${down}) Monitors · Sightline`, '/icon-down.svg');
    await openHydrated(page, `${url}/monitors?condition=up`);
    await expectTab(page, `(${down}) Monitors · Sightline`, '/icon-down.svg');
    await searchBox(page).fill('nothing is called this');
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await expectTab(page, `(${down}) Monitors · Sightline`, '/icon-down.svg');
  });

  await test.step('the number of down monitors is in the server-rendered HTML of the list', async () => {
    const down = (await readList(staticStack.product)).meta.inventory.counts?.condition.down;
    const { text } = await ask(`${staticStack.product.url}/monitors?type=tcp`);
    expect(text.match(/<title>[^<]*<\/title>/g)).toEqual([`<title>(${down}) Monitors · Sightline</title>`]);
  });

  await test.step('both icons are SVG files without external references', async () => {
    for (const path of ['/icon.svg', '/icon-down.svg']) {
      const { status, headers, text } = await ask(`${staticStack.product.url}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('image/svg+xml');
      expect(text).not.toMatch(/href|url\(|<script/);
    }
  });
});

test('every page title has its name and the number, opened by URL or from the list', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  const { url } = staticStack.product;
  const down = (await readList(staticStack.product)).meta.inventory.counts?.condition.down;
  const { data } = await readList(staticStack.product, 'sort=attention&per_page=1');
  const name = String(data[0]?.name);

  for (const [path, title] of [
    [`/monitors/${data[0]?.monitor_uuid}`, name],
    ['/review', 'Review'],
    ['/report?month=2026-01', 'Report January 2026'],
    ['/usage', 'Usage'],
    ['/nowhere', 'Page not found'],
    ['/monitors/00000000-0000-4000-8000-000000000000', 'Monitor not found'],
  ]) {
    await page.goto(`${url}${path}`);
    await expectTab(page, `(${down}) ${title} · Sightline`, '/icon-down.svg');
  }

  await openHydrated(page, `${url}/monitors`);
  await rowLinks(page).first().click();
  await expectTab(page, `(${down}) ${name} · Sightline`, '/icon-down.svg');
  await page.goBack();
  await expectTab(page, `(${down}) Monitors · Sightline`, '/icon-down.svg');
});

test('during the first read the number has a plus sign, because there may be more', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product } = await stack({ monitors: 10_000, limits: { minute: 10 } }, { waitForInventory: false });
  await openHydrated(page, `${product.url}/monitors?per_page=10`);
  await expect(page.getByText(/ of 10,000 monitors loaded/)).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\+\) Monitors · Sightline$/);
});

for (const [where, path, tag] of [
  ['in the list', '/monitors', []],
  ['in a background tab', '/monitors', ['@nightly']],
  ['on another page', '/usage', ['@nightly']],
] as const) {
  test(`the number of down monitors is updated, ${where}`, { tag: [...tag] }, async ({ stack, page }) => {
    const { product, referenceApi } = await stack({ monitors: 25, limits: plenty }, { env: readsOnRequest });
    const organization = referenceApi.api.organization();
    for (const { monitor_uuid } of organization.monitors()) {
      organization.editMonitor(monitor_uuid, { is_active: true, last_status: 'up' });
    }
    const [one, two] = organization.monitors();
    const expectSoon = (title: string, icon: '/icon.svg' | '/icon-down.svg') =>
      pollWithClock(product, page, (soon) => expectTab(page, title, icon, soon));

    await installClock(page);
    await page.goto(`${product.url}${path}`);
    const name = path === '/usage' ? 'Usage' : 'Monitors';
    if (where.includes('background')) {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
    }
    await expectSoon(`${name} · Sightline`, '/icon.svg');
    organization.editMonitor(one?.monitor_uuid ?? '', { last_status: 'down' });
    organization.editMonitor(two?.monitor_uuid ?? '', { last_status: 'down' });
    await expectSoon(`(2) ${name} · Sightline`, '/icon-down.svg');
    organization.editMonitor(one?.monitor_uuid ?? '', { last_status: 'up' });
    await expectSoon(`(1) ${name} · Sightline`, '/icon-down.svg');
  });
}
