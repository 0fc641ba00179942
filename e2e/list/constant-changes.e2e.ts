import { expect, type Page } from '@playwright/test';
import { openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { speedUpTime } from '../support/browser/speed-up-time.ts';
import { readWatched, watchLayout } from '../support/browser/watch-layout.ts';
import { readAll } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty, type Stack } from '../support/products/stack.ts';
import { type ChangingList, createChangingList } from '../support/upstream/changing-list.ts';

/** Speed of the page's clock: it polls every 15 of its seconds, which is about 7 times per real second. */
const SPEED = 100;
/** Enough updates for several changes of each kind. */
const UPDATES = 6;

/** Opens the list of 1,000 monitors, with changes in every response. */
async function openChangingList({ product }: Stack, page: Page): Promise<ChangingList> {
  const changingList = createChangingList(await readAll(product, 'sort=attention'));
  await speedUpTime(page, SPEED);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route(/\/api\/monitors\?/, (route, request) =>
    route.fulfill({ json: changingList.response(new URL(request.url())) }),
  );
  await openHydrated(page, `${product.url}/monitors?sort=attention&per_page=50`);
  return changingList;
}

async function waitForUpdates(changingList: ChangingList): Promise<void> {
  const until = changingList.responses() + UPDATES;
  await expect.poll(() => changingList.responses()).toBeGreaterThan(until);
}

async function expectNoLayoutShift(page: Page): Promise<void> {
  const { shift, moved, longTasks } = await readWatched(page);
  expect([...new Set(moved)], 'the moved elements').toEqual([]);
  expect(shift).toBe(0);
  console.log(`tasks longer than 50 ms during ${UPDATES} updates: ${longTasks.join(', ') || 'none'}`);
}

test('constantly changing rows shift no layout, and sort, scroll position and focus stay', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const changingList = await openChangingList(await stack({ monitors: 1000, limits: plenty }), page);
  await searchBox(page).focus();
  await page.evaluate(() => window.scrollTo(0, 300));
  await watchLayout(page);
  await waitForUpdates(changingList);

  await expectNoLayoutShift(page);
  await expect(async () =>
    expect(await rowLinks(page).allTextContents()).toEqual(changingList.names()),
  ).toPass();
  await expect(searchBox(page)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  expect(new URL(page.url()).search).toBe('?sort=attention&per_page=50');
});
