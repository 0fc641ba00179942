import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openLive, refreshButton, rowLinks } from '../support/screen.ts';

/** With the shortest interval the API is read and the page asks every 15 seconds: a change is seen within both. */
const CHANGE_MS = 40_000;
const everything = { minute: 1000, daily: 1_000_000, monthly: 10_000_000 };

declare global {
  interface Window {
    /** What has moved by itself since the watch began. */
    moved?: string[];
  }
}

/** Notes what moves from now on. An age that grows, and the word after it, are no move: their place stays. */
function watchLayout(): void {
  const moved: string[] = [];
  window.moved = moved;
  const elementOf = (node: unknown) =>
    node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('sources' in entry) || !Array.isArray(entry.sources)) continue;
      for (const { node } of entry.sources) {
        const element = elementOf(node);
        const isAge = element?.closest('time') ?? element?.querySelector('time');
        if (!isAge) moved.push(element?.outerHTML ?? 'something that is gone');
      }
    }
  }).observe({ type: 'layout-shift' });
}

test('rows change by themselves: nothing moves, scroll and focus stay', async ({ stack, page }) => {
  test.setTimeout(CHANGE_MS + 30_000);
  const { product, referenceApi } = await stack({ alive: false, limits: everything });
  await page.addInitScript(() => localStorage.setItem('sightline.refresh.v1', '"15"'));
  const organization = referenceApi.api.organization();
  const monitors = organization.monitors();
  const [first, , , , , , , , down, , , , renamed] = monitors;
  await openLive(page, `${product.url}/monitors?sort=created_at`);

  const focused = rowLinks(page).nth(10);
  await focused.focus();
  await page.evaluate(() => window.scrollTo(0, 120));
  await page.evaluate(watchLayout);

  organization.editMonitor(renamed?.monitor_uuid ?? '', {
    name: 'Renamed elsewhere to something much longer',
  });
  organization.editMonitor(down?.monitor_uuid ?? '', { is_active: true, last_status: 'down' });
  organization.editMonitor(first?.monitor_uuid ?? '', { is_active: false });

  const rows = page.getByRole('row');
  await expect(rowLinks(page).nth(12)).toHaveText('Renamed elsewhere to something much longer', {
    timeout: CHANGE_MS,
  });
  await expect(rows.nth(9).getByRole('cell').first()).toHaveText('Down');
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('Inactive');

  await expect(focused).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(120);
  expect(await page.evaluate(() => window.moved)).toEqual([]);
});

test('an open monitor and the list say how old they are, and Refresh asks again', async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ alive: false });
  await openLive(page, `${product.url}/monitors`);
  const before = referenceApi.requests();
  const refresh = refreshButton(page);
  await expect(refresh).toHaveText(/^Refresh, as of \d+ s ago$/);

  const asked = page.waitForResponse((response) => response.url().includes('/api/monitors?'));
  await refresh.click();
  // Nothing newer has been read, and the browser, which holds it, is told so without a body.
  expect((await asked).status()).toBe(304);
  await expect(rowLinks(page)).toHaveCount(25);
  expect(referenceApi.requests() - before, 'asking costs nothing').toBe(0);
});
