import { expect, type Page } from '@playwright/test';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readList, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';
import { waitUntil } from '../support/wait-until.ts';

type Organization = ReturnType<RunningReferenceApi['api']['organization']>;

async function expectTab(page: Page, title: string, icon: '/icon.svg' | '/icon-down.svg', expectIn = expect) {
  await expectIn(page).toHaveTitle(title);
  await expectIn(page.locator('head > title'), 'exactly one title').toHaveCount(1);
  await expectIn(page.locator('link[rel="icon"]'), 'exactly one icon').toHaveCount(1);
  await expectIn(page.locator('link[rel="icon"]')).toHaveAttribute('href', icon);
}

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

for (const [where, path, tag] of [
  ['in the list', '/monitors', '@core'],
  ['in a background tab', '/monitors', '@nightly'],
  ['on another page', '/usage', '@nightly'],
] as const) {
  test(`the number of down monitors is updated, ${where}`, { tag }, async ({ stack, page }) => {
    const setAll = (organization: Organization, last_status: 'up' | 'down', count = 25) => {
      for (const { monitor_uuid } of organization.monitors().slice(0, count)) {
        organization.editMonitor(monitor_uuid, { is_active: true, last_status });
      }
    };
    const { product, referenceApi } = await stack(
      { monitors: 25, limits: plenty },
      {
        env: readsOnRequest,
        before: ({ api }) => setAll(api.organization(), 'up'),
        waitForInventory: true,
      },
    );
    const organization = referenceApi.api.organization();
    /** Waits until the product has read this number. Each attempt to see it on the page then succeeds. */
    const untilRead = (count: number) =>
      waitUntil(
        async () => {
          await requestRefresh(product);
          return (await readList(product)).meta.inventory.counts?.condition.down;
        },
        (down) => down === count,
        `${count} monitors are down`,
      );

    await installClock(page);
    await page.goto(`${product.url}${path}`);
    const name = path === '/usage' ? 'Usage' : 'Monitors';
    if (where.includes('background')) {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
    }
    await expectTab(page, `${name} · Sightline`, '/icon.svg');
    for (const [status, count, title, icon] of [
      ['down', 2, `(2) ${name} · Sightline`, '/icon-down.svg'],
      ['up', 0, `${name} · Sightline`, '/icon.svg'],
    ] as const) {
      setAll(organization, status, 2);
      await untilRead(count);
      await pollWithClock(product, page, (soon) => expectTab(page, title, icon, soon));
    }
  });
}
