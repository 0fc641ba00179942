import { expect, type Locator, type Page } from '@playwright/test';
import { expectList } from '../support/browser/expect-list.ts';
import { intercept } from '../support/browser/intercept.ts';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { count, expectQuery, openHydrated, refreshButton, rowLinks } from '../support/browser/screen.ts';
import { readAll, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

/** Adds entries for monitors that went down to all further list responses of an open page, newest first. */
async function injectNewlyDown(page: Page, names: readonly string[]): Promise<void> {
  let at: string | null = null;
  await intercept(page, /\/api\/monitors\?/, async (route) => {
    const { 'if-none-match': _known, ...unconditional } = route.request().headers();
    const response = await route.fetch({ headers: unconditional });
    const body = await response.json();
    at ??= new Date(Date.parse(body.meta.as_of) + 1000).toISOString();
    body.meta.inventory.last_down = [...names.map(() => at), ...body.meta.inventory.last_down];
    await route.fulfill({ json: body });
  });
}

type Box = Awaited<ReturnType<typeof boxOf>>;

/** The bounding box of an element, in viewport coordinates. */
async function boxOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function overlaps(one: Box, other: Box): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

test('monitors that went down since the page was opened are announced, shown on request, and then not announced again', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  const down = expectedMonitors(staticStack)
    .filter(({ condition }) => condition === 'down')
    .toSorted((a, b) => Date.parse(b.last_check_at ?? '') - Date.parse(a.last_check_at ?? ''));
  await openHydrated(page, `${product.url}/monitors?sort=name&page=2`);
  const news = page.getByText(/^\d+ newly down$/);
  await expect(rowLinks(page).first()).toBeVisible();
  await expect(news, 'monitors that were down before are not announced').toHaveCount(0);
  await injectNewlyDown(page, ['a', 'b']);
  await refreshButton(page).click();
  await expect(news).toHaveText('2 newly down');
  await page.getByRole('button', { name: 'Show newly down' }).click();
  await expectQuery(page, 'condition=down');
  await expectList(page, down);
  await expect(news, 'the announcement has been acknowledged').toHaveCount(0);
  const responded = page.waitForResponse(/\/api\/monitors\?/);
  await refreshButton(page).click();
  await responded;
  await expect(rowLinks(page)).toHaveCount(down.length);
  await expect(news).toHaveCount(0);
  // Waits for routed requests in flight.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a list of all monitors that are down does not announce newly down ones', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=name`);
  await injectNewlyDown(page, ['a']);
  await refreshButton(page).click();
  const news = page.getByText(/^\d+ newly down$/);
  await expect(news).toHaveText('1 newly down');
  await count(page, 'Down').click();
  await expectQuery(page, 'sort=name&condition=down');
  await expect(news).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
});

test('row 101: newly down monitors are announced although the server’s clock was a day ahead when they were last seen', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await page.addInitScript((seenUpTo) => {
    sessionStorage.setItem('sightline.seen-down.v1', seenUpTo);
  }, new Date(Date.now() + 86_400_000).toISOString());
  await openHydrated(page, `${product.url}/monitors`);
  await injectNewlyDown(page, ['a', 'b']);
  await refreshButton(page).click();
  await expect(page.getByText(/^\d+ newly down$/)).toHaveText('2 newly down');
  await page.unrouteAll({ behavior: 'wait' });
});

test('a failure before the page was opened is newly down when it is read later, since the time of its check', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 25, limits: plenty }, { env: readsOnRequest });
  const { data, meta } = await readList(product, 'condition=up&per_page=1');
  await installClock(page);
  await openHydrated(page, `${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  const checkedAt = new Date(Date.parse(meta.as_of) - 5000).toISOString();
  const uuid = String(data[0]?.monitor_uuid);
  referenceApi.api.organization().editMonitor(uuid, { last_status: 'down', last_check_at: checkedAt });
  const news = page.getByText(/^\d+ newly down$/);
  await pollWithClock(product, page, (soon) => soon(news).toHaveText('1 newly down'));
  const { data: down } = await readList(product, `q=${uuid}`);
  expect(down).toMatchObject([{ condition: 'down', observed_since: checkedAt }]);
});

test('the notice of newly down monitors is fully visible above the pager, also of a short list, in any window', {
  tag: '@nightly',
}, async ({ staticStack, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { product } = staticStack;
  const [first] = await readAll(product, 'sort=name');
  await openHydrated(page, `${product.url}/monitors`);
  await injectNewlyDown(page, ['a', 'b']);
  const short = [`q=${first?.monitor_uuid}`, 1] as const;
  const long = ['sort=name', 25] as const;
  for (const [viewport, lists] of [
    [{ width: 1280, height: 800 }, [long]],
    [{ width: 360, height: 740 }, [short, long]],
    [{ width: 640, height: 400 }, [short]],
  ] as const) {
    await page.setViewportSize(viewport);
    for (const [query, rows] of lists) {
      await openHydrated(page, `${product.url}/monitors?${query}`);
      await refreshButton(page).click();
      const pager = page.getByRole('navigation', { name: 'Pages' });
      const parts = [
        page.getByText(/^2 newly down$/),
        ...['Show', 'Dismiss'].map((what) => page.getByRole('button', { name: `${what} newly down` })),
      ];
      for (const part of parts) {
        await expect(part).toBeInViewport({ ratio: 1 });
        await part.click({ trial: true });
        const box = await boxOf(part);
        expect(box.bottom, 'at the bottom of the window').toBeGreaterThan(viewport.height - 100);
        expect(overlaps(box, await boxOf(pager))).toBe(false);
        if (rows === 1) expect(overlaps(box, await boxOf(rowLinks(page).first()))).toBe(false);
      }
      await expect(rowLinks(page)).toHaveCount(rows);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      for (const part of parts) {
        expect(overlaps(await boxOf(part), await boxOf(pager)), 'at the end of the page').toBe(false);
      }
      await page.keyboard.press('j');
      const boxes = await Promise.all(parts.map(boxOf));
      const toast = page.getByRole('status').getByText(/^Copied /);
      // It goes away after a moment.
      const [toastBox] = await Promise.all([
        boxOf(toast),
        expect(toast).toBeInViewport({ ratio: 1 }),
        page.keyboard.press('c'),
      ]);
      for (const box of boxes) expect(overlaps(box, toastBox)).toBe(false);
    }
  }
  await page.unrouteAll();
});

test('a mass outage is summarized by region, and each part of the summary is a filter', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack(
    { monitors: 200, limits: plenty },
    {
      before: ({ api }) => {
        for (const monitor of api.organization().monitors()) {
          const isHit = monitor.is_active && monitor.regions[0] === 'fra1' && monitor.type === 'https';
          if (isHit) api.organization().editMonitor(monitor.monitor_uuid, { last_status: 'down' });
        }
      },
      waitForInventory: true,
    },
  );
  const all = referenceApi.api.organization().monitors();
  const down = all.filter(({ is_active, last_status }) => is_active && last_status === 'down').length;
  const inRegion = all.filter(({ regions }) => regions[0] === 'fra1');
  const downInRegion = inRegion.filter(({ is_active, last_status }) => is_active && last_status === 'down');
  const here = downInRegion.length;
  expect(down, 'some are down elsewhere').toBeGreaterThan(here);
  expect(here).toBeGreaterThan(5);
  await openHydrated(page, `${product.url}/monitors`);
  const summary = page.getByRole('region', { name: 'What is down' });
  await summary.getByRole('button', { name: `${here} of ${down} down are in fra1` }).click();
  await expectQuery(page, 'condition=down&region=fra1');
  await expect(count(page, 'Down')).toHaveText(`Down${here} of ${down}`);
  await expect(count(page, 'Total')).toHaveText(`Total${here} of 200`);
});
