import { expect, type Page } from '@playwright/test';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
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

test('the number of down monitors is updated', { tag: '@core' }, async ({ stack, page }) => {
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
  await page.goto(`${product.url}/monitors`);
  await expectTab(page, 'Monitors · Sightline', '/icon.svg');
  for (const [status, count, title, icon] of [
    ['down', 2, '(2) Monitors · Sightline', '/icon-down.svg'],
    ['up', 0, 'Monitors · Sightline', '/icon.svg'],
  ] as const) {
    setAll(organization, status, 2);
    await untilRead(count);
    await pollWithClock(product, page, (soon) => expectTab(page, title, icon, soon));
  }
});
