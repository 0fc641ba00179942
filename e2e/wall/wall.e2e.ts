import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { installClock, readsOnRequest, stopClock } from '../support/browser/poll-with-clock.ts';
import { waitForHydration } from '../support/browser/screen.ts';
import { countNodes } from '../support/browser/traffic.ts';
import { ask, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { plenty, type RunningStack, startStack } from '../support/products/stack.ts';
import { stoppedClock } from '../support/upstream/static-reference-api.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The host of 30 monitors in the organization with 300 monitors that are down. */
const THIRTY = 'thirty.example.com';

/** A product whose organization has 300 monitors that are down. The tests of this file only read it. */
let outage: RunningStack & { oneDown: string };

test.beforeAll(async () => {
  let oneDown = '';
  const clock = stoppedClock();
  const stack = await startStack(
    { monitors: 400, clock, limits: plenty },
    {
      waitForInventory: true,
      before: ({ api }) => {
        const organization = api.organization();
        const active = organization.monitors().filter(({ is_active }) => is_active);
        for (const [index, { monitor_uuid, last_check_at }] of active.entries()) {
          const last_status = index < 300 ? ('down' as const) : ('up' as const);
          const checked = {
            last_check_at: last_check_at === null ? null : new Date(clock()).toISOString(),
          };
          const target = index < 30 ? { target: `https://${THIRTY}/${index}` } : {};
          organization.editMonitor(monitor_uuid, { last_status, ...checked, ...target });
        }
        oneDown = String(active[7]?.monitor_uuid);
      },
    },
  );
  outage = { ...stack, oneDown };
});

test.afterAll(() => outage.stop());

const tilesOf = (page: Page) => page.getByRole('list', { name: 'Not well' }).getByRole('listitem');

async function openWall(page: Page, product: Product, query = ''): Promise<void> {
  await page.goto(`${product.url}/wall${query}`);
  await waitForHydration(page.getByRole('button', { name: 'Full screen' }));
}

/** Expects that nothing has to be scrolled to, and that no text is cut off. */
async function expectWhole(page: Page): Promise<void> {
  const hidden = await page.getByRole('main').evaluate((main) => {
    const isCut = (element: Element) => {
      // Letters reach out of their lines a little.
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      return scrollHeight - clientHeight > line / 2 || scrollWidth - clientWidth > 2;
    };
    const texts = main.querySelectorAll('li > div, li > a, li bdi, li .truncate');
    const parts = [...texts].filter((element) => element.clientHeight > 0 && isCut(element));
    const beyond = main.scrollHeight - main.clientHeight;
    return [...(beyond > 0 ? [`${beyond} px below`] : []), ...parts.map(({ textContent }) => textContent)];
  });
  expect(hidden).toEqual([]);
}

test('the monitors in trouble, from none to hundreds, fit on a screen or turn pages, with and without groups', {
  tag: '@core',
}, async ({ page }) => {
  const { product, oneDown } = outage;
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const query of ['?condition=up', '?condition=up&group=region']) {
    await openWall(page, product, query);
    await expect(page.getByText('Nothing wrong among the chosen conditions')).toBeVisible();
    await expectWhole(page);
  }
  for (const [query, count] of [
    [`?q=${oneDown}`, 1],
    [`?q=${THIRTY}&condition=down`, 30],
  ] as const) {
    await openWall(page, product, query);
    await expect(tilesOf(page)).toHaveCount(count);
    await expect(page.getByText('Page 1 of')).toHaveCount(0);
    await expectWhole(page);
  }
  await openWall(page, product, '?group=region');
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
  await expect(groups.filter({ hasText: 'fra1' })).toContainText(/\d+ down/);
  await expectWhole(page);
  await openWall(page, product, '?condition=down');
  await expect(page.getByText(/^Page \d of \d/)).toBeVisible();
  await expectWhole(page);
});

test('pages turn, and can be paused and selected', async ({ page }) => {
  await installClock(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openWall(page, outage.product);
  // Otherwise pages could turn while the test runs.
  await stopClock(page);
  const place = page.getByText(/^Page \d+ of \d+$/);
  const first = (await place.textContent()) ?? '';
  const [, number = '', pages = ''] = /(\d+) of (\d+)/.exec(first) ?? [];
  const after = (turns: number) => `Page ${((Number(number) - 1 + turns) % Number(pages)) + 1} of ${pages}`;
  await page.clock.fastForward(20_000);
  await expect(place).toHaveText(after(1));
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Hold' })).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward(20_000);
  await expect(place).toHaveText(after(1));
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText(after(2));
  await page.keyboard.press('p');
  await expect(place).toHaveText(after(2));
});

/** The band above the rows, or the message that has the whole screen. */
const alarm = (page: Page): Locator => page.getByRole('main').getByRole('alert');

test('row 104: when the API fails or the server is lost, a band says so above the last rows, and after ten minutes only that is shown', {
  tag: '@core',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 30, limits: plenty }, { env: readsOnRequest });
  await installClock(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openWall(page, product);
  await expect(page.getByText(/^Read \d+ s ago$/)).toBeVisible();
  await expect(alarm(page)).toHaveCount(0);
  const known = await tilesOf(page).count();
  expect(known).toBeGreaterThan(0);
  referenceApi.api.inject({ kind: 'status', status: 500 });
  await waitUntil(
    async () => {
      await requestRefresh(product);
      return (await ask(`${product.url}/api/wall`)).text;
    },
    (text) => text.includes('"code":"upstream_error"'),
    'the product has failed to read the list',
  );
  await page.clock.fastForward(65_000);
  await expect(alarm(page)).toContainText(/^Data is \d+ min old/);
  await expect(alarm(page)).toContainText('The API returned an error (500).');
  await expect(tilesOf(page)).toHaveCount(known);
  await expectWhole(page);
  await product.stop();
  await page.clock.fastForward(80_000);
  await expect(alarm(page)).toContainText('Can’t reach Sightline.');
  await expect(tilesOf(page)).toHaveCount(known);
  await page.clock.fastForward(600_000);
  await expect(alarm(page)).toContainText('What is down now is not known.');
  await expect(tilesOf(page)).toHaveCount(0);
});

test('for eight hours the wall shows the current state, and its memory does not grow', async ({ page }) => {
  test.slow();
  await installClock(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const trouble = JSON.parse((await ask(`${outage.product.url}/api/wall`)).text);
  const well = JSON.parse((await ask(`${outage.product.url}/api/wall?condition=up`)).text);
  well.meta.view = '';
  let isWell = false;
  let ahead = 0;
  await page.route('**/api/wall', (route) => {
    const now = new Date(Date.now() + ahead).toISOString();
    const { data, meta } = isWell ? well : trouble;
    return route.fulfill({ json: { data, meta: { ...meta, as_of: now, refresh_at: now } } });
  });
  const forward = async (ms: number) => {
    ahead += ms;
    await page.clock.fastForward(ms);
  };
  await openWall(page, outage.product);
  const nodes: number[] = [];
  const heaps: number[] = [];
  const session = await page.context().newCDPSession(page);
  for (let quarter = 0; quarter < 32; quarter += 1) {
    isWell = quarter % 2 === 1;
    await forward(14.5 * 60_000);
    await expect(async () => {
      await forward(30_000);
      await expect(page.getByText(isWell ? 'All well' : /^Page \d+ of \d+$/)).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page).toHaveURL(/\/wall$/);
    if (!isWell) continue;
    nodes.push(await countNodes(page));
    await page.requestGC();
    heaps.push((await session.send('Runtime.getHeapUsage')).usedSize);
  }
  expect(ahead).toBeGreaterThanOrEqual(8 * 3_600_000);
  expect(Math.max(...nodes) - Math.min(...nodes), 'nodes').toBeLessThan(20);
  const [first = 0, last = 0] = [heaps[1], heaps.at(-1)];
  expect(last - first, 'bytes').toBeLessThan(1_000_000);
});

test('the wall is operated by keys, and is dark until a user chooses light', async ({ page }) => {
  const { product, oneDown } = outage;
  await page.emulateMedia({ colorScheme: 'light' });
  await openWall(page, product, `?q=${oneDown}`);
  const main = page.getByRole('main');
  await expect(main).toHaveCSS('color-scheme', 'dark');
  const background = () => main.evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await background();
  await page.keyboard.press('l');
  await expect(main).toHaveCSS('color-scheme', 'light');
  expect(await background()).not.toBe(dark);
  await page.reload();
  await expect(main).toHaveCSS('color-scheme', 'light');
  await waitForHydration(page.getByRole('button', { name: 'Full screen' }));
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await tilesOf(page).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/monitors/${oneDown}$`));
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the wall violates no accessibility rule, also on phones and in forced colours', async ({ page }) => {
  const wide = { width: 1920, height: 1080 };
  for (const query of ['?condition=up', `?q=${THIRTY}`]) {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await openWall(page, outage.product, query);
      await expectAccessible(page, [[{ width, height: 640 }, 'dark']]);
    }
    await expectAccessible(page, [[wide, 'dark']]);
    await page.keyboard.press('l');
    await expectAccessible(page, [[wide, 'light']]);
    await page.keyboard.press('l');
  }
  await page.emulateMedia({ forcedColors: 'active' });
  // Forced colours remove fills. A border and a mark remain.
  const tile = tilesOf(page).first().locator('> *');
  await expect(tile).toHaveCSS('border-top-style', 'solid');
  await expect(tile.locator('svg').first()).toBeVisible();
});
