import { expect, type Page } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { intercept } from '../support/browser/intercept.ts';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import {
  expectQuery,
  openHydrated,
  rowLinks,
  searchBox,
  waitForHydration,
} from '../support/browser/screen.ts';
import { shownTime } from '../support/browser/shown-time.ts';
import { readList, requestRefresh } from '../support/http/read.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { plentyHeaders } from '../support/upstream/echoing-upstream.ts';

const main = (page: Page) => page.getByRole('main');

test('empty: names a possible cause, and Refresh requests the list again', async ({ stack, page }) => {
  const { product, referenceApi } = await stack(
    { monitors: 0 },
    // The list counts as just read, however long the test takes.
    { env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' } },
  );
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
  await expect(main(page)).toContainText('the API key may belong to another organization');
  const before = referenceApi.requests();
  const response = page.waitForResponse((response) => response.url().includes('/api/monitors?'));
  await main(page).getByRole('button', { name: 'Refresh' }).click();
  await response;
  expect(referenceApi.requests(), 'it costs no upstream request').toBe(before);
  await expectAccessible(page);
});

test('a name with slips: the nearest names are one press away, also outside of the filters', {
  tag: '@core',
}, async ({ demo, page }) => {
  // Previews of the demo have such names, too: "Up: Preview 2706: Currency rates".
  const offered = main(page).getByRole('button', { name: /^[^:]+: Currency rates$/ });
  await openHydrated(page, `${demo.url}/monitors?q=currancy+rats`);
  await expect(main(page)).toContainText('Did you mean');
  await offered.click();
  await expect(rowLinks(page).first()).toHaveText('Currency rates');
  await expect(searchBox(page)).toHaveValue('Currency rates');

  await openHydrated(page, `${demo.url}/monitors?q=currancy+rats&type=ping`);
  await expect(main(page)).toContainText('Did you mean, outside of the filters');
  await searchBox(page).press('Enter');
  await expect(offered).toBeFocused();
  await page.keyboard.press('Enter');
  await expectQuery(page, 'q=Currency rates');
  await expect(rowLinks(page).first()).toHaveText('Currency rates');
  await expect(rowLinks(page).first()).toBeFocused();

  await searchBox(page).fill('region:fra9');
  await expect(page.getByRole('heading', { name: 'No monitor has the region “fra9”' })).toBeVisible();
  await searchBox(page).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectQuery(page, 'q=region:fra1');

  await openHydrated(page, `${demo.url}/monitors?region=fra9`);
  await expect(main(page)).toContainText('No monitor has this region.');
  await main(page).getByRole('button', { name: 'fra1', exact: true }).click();
  await expectQuery(page, 'region=fra1');
});

test('no flapping monitor: one press leads to the outages of the last days', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?flapping=true`);
  await expect(page.getByRole('heading', { name: 'No monitor is flapping' })).toBeVisible();
  await main(page).getByRole('link', { name: 'Outages of the last 7 days' }).click();
  await expect(page).toHaveURL(/\/changes\?days=7$/);
});

test('partial: shows the progress, and the estimated time as soon as there is any', async ({ page }) => {
  const [more, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const upstream = await startScriptedUpstream(({ target }) => {
    const number = Number(/[?&]page=(\d+)/.exec(target)?.[1]);
    const rows = Array.from({ length: 100 }, (_, index) => wireRow((number - 1) * 100 + index + 1));
    const body = { data: rows, pagination: { page: number, per_page: 100, total: 3000, total_pages: 30 } };
    const until = number <= 4 ? Promise.resolve() : number < 30 ? more.promise : last.promise;
    return [{ until }, ...jsonAnswer(200, body, plentyHeaders)];
  });
  const env = { ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-partial' }), ...withoutDeadline };
  const product = await startProduct({ env });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByText(/^[\d,]+ of 3,000 monitors loaded/)).toBeVisible();
  await expect(rowLinks(page)).toHaveCount(25);
  await expectAccessible(page);
  more.resolve();
  await expect(
    page.getByText(/^[\d,]+ of 3,000 monitors loaded, (complete in about \d+ (s|min)|almost done)\.$/),
  ).toBeVisible();
  last.resolve();
  await expect(page.getByText(/ of 3,000 monitors loaded/)).toHaveCount(0);
  await product.stop();
  await upstream.close();
});

test('first load: the skeleton has the position and size of the table, so that nothing shifts', async ({
  page,
}) => {
  const released = Promise.withResolvers<void>();
  const rows = Array.from({ length: 60 }, (_, index) => wireRow(index + 1));
  const upstream = await startScriptedUpstream(() => [
    { until: released.promise },
    ...jsonAnswer(200, wirePage(rows), plentyHeaders),
  ]);
  const env = { ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-first-load' }), ...withoutDeadline };
  const product = await startProduct({ env });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading monitors…' })).toBeAttached();
  await expect(page.getByRole('table')).toHaveCount(0);
  const frameOf = async (inner: string) => {
    const box = await page.locator(inner).boundingBox();
    return { y: box?.y, height: box?.height };
  };
  const strip = await page.getByRole('group', { name: 'Counts' }).boundingBox();
  const skeleton = await frameOf('main > [aria-hidden=true].rounded-lg');
  released.resolve();
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(page.getByText(/monitors are being read| monitors read/)).toHaveCount(0);
  const table = await frameOf('main table');
  expect(table.height).toBeCloseTo((skeleton.height ?? 0) - 2, 0);
  // Only the loading message above has disappeared.
  const after = await page.getByRole('group', { name: 'Counts' }).boundingBox();
  expect((table.y ?? 0) - (after?.y ?? 0)).toBeCloseTo((skeleton.y ?? 0) + 1 - (strip?.y ?? 0), 0);
  await product.stop();
  await upstream.close();
});

test('stale: the rows stay, with their age and the reason why they cannot be refreshed', {
  tag: '@core',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ limits: plenty }, { env: readsOnRequest });
  await installClock(page);
  await openHydrated(page, `${product.url}/monitors`);
  await page.getByRole('status').evaluateAll((regions) => {
    for (const region of regions) region.setAttribute('data-before', '');
  });
  referenceApi.api.inject({ kind: 'status', status: 503 });
  const notice = page.getByRole('status').filter({ hasText: 'The API returned an error (503)' });
  // The product tries again before it reports the failure.
  await expect
    .poll(async () => {
      await requestRefresh(product);
      return (await readList(product)).meta.degraded?.code;
    })
    .toBe('upstream_error');
  await pollWithClock(product, page, (soon) =>
    soon(notice).toContainText(
      new RegExp(`since ${shownTime} · Showing data from \\d+ (s|min) ago · Retrying`),
    ),
  );
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(
    notice,
    'the live region existed before its text, otherwise it is not announced',
  ).toHaveAttribute('data-before');
  const times = notice.locator('time');
  await expect(times, 'since when, and how old the data is').toHaveCount(2);
  for (const time of await times.all())
    await expect(time, 'the age is not announced each second').toHaveAttribute('aria-live', 'off');
});

test('an error of one query is not shown for another', async ({ staticStack, page }) => {
  await page.goto(`${staticStack.product.url}/monitors?type=udp`);
  await expect(page.getByRole('heading', { name: 'Unknown type: “udp”' })).toBeVisible();
  // The response is delayed. Until it arrives, the page must not report the removed filter.
  const held = Promise.withResolvers<void>();
  await intercept(page, '**/api/monitors?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const remove = page.getByRole('button', { name: 'Remove type “udp”' });
  await waitForHydration(remove);
  await remove.click();
  await expect(page.getByRole('heading', { name: /Unknown type|not right/ })).toHaveCount(0);
  held.resolve();
  await expect(rowLinks(page)).toHaveCount(25);
});
