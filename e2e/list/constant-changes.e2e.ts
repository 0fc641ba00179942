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
/** Enough updates for several changes of each kind; the refresh benchmark measures 60. */
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

test('while a user interacts with the rows, they keep their positions and only values change', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const changingList = await openChangingList(await stack({ monitors: 1000, limits: plenty }), page);
  // Simulates an active user: a key press every 20 of the page's seconds.
  await page.evaluate(() => {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    setInterval(press, 20_000);
  });
  for (let row = 0; row < 12; row += 1) await page.keyboard.press('j');
  const before = await rowLinks(page).allTextContents();
  const focused = rowLinks(page).nth(11);
  await expect(focused).toBeFocused();

  const target = page.locator('tbody tr').nth(4).getByRole('cell').nth(4).locator('[title]').first();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is no target to select');
  await page.mouse.move(box.x + 1, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 9, { steps: 4 });
  await page.mouse.up();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected.length).toBeGreaterThan(3);
  await focused.focus();
  const scrolled = await page.evaluate(() => window.scrollY);
  await watchLayout(page);
  await waitForUpdates(changingList);

  await expectNoLayoutShift(page);
  expect(await rowLinks(page).allTextContents()).toEqual(before);
  await expect(focused).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(await page.evaluate(() => String(getSelection()))).toBe(selected);
  await expect(page.getByText('moved off this page').first()).toBeVisible();

  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.mouse.move(5, 5);
  await searchBox(page).focus();
  await expect(async () => {
    const names = new Set(await rowLinks(page).allTextContents());
    expect([...names].filter((name) => !before.includes(name)).length).toBeGreaterThan(0);
  }).toPass();
});
