import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import { expectList } from '../support/browser/expect-list.ts';
import {
  chip,
  chips,
  count,
  expectQuery,
  openHydrated,
  rowLinks,
  waitForHydration,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

test('the start page redirects to the monitors, the most urgent first', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  const all = expectedMonitors(staticStack);
  const having = (wanted: string) => all.filter(({ condition }) => condition === wanted);
  const latest = (time: 'last_check_at' | 'created_at') => (a: (typeof all)[0], b: (typeof all)[0]) =>
    Date.parse(b[time] ?? '') - Date.parse(a[time] ?? '');

  const urgent = [
    ...having('down').toSorted(latest('last_check_at')),
    ...having('overdue').toSorted(latest('last_check_at')),
    ...having('pending').toSorted(latest('created_at')),
  ].map(({ name }) => name);
  await page.goto(product.url);
  await expect(page).toHaveURL(`${product.url}/monitors`);
  await expect(page).toHaveTitle(`(${having('down').length}) Monitors · Sightline`);
  await expect(page.getByText('1–25 of 248')).toBeVisible();
  const shown = await rowLinks(page).allTextContents();
  expect(shown.slice(0, urgent.length)).toEqual(urgent);
  const healthy = new Set(having('up').map(({ name }) => name));
  expect(shown.slice(urgent.length).filter((name) => !healthy.has(name))).toEqual([]);
  await expect(page.locator('tbody tr td:first-child')).toHaveText([
    ...having('down').map(() => /^Down/),
    ...having('overdue').map(() => /^Overdue/),
    ...having('pending').map(() => /^Never checked/),
    ...shown.slice(urgent.length).map(() => /^Up/),
  ]);
});

test('paging goes to the next, last, previous, first and any page, and changes its size', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const all = expectedMonitors(staticStack);
  const field = page.getByRole('textbox', { name: 'Page, of 10' });
  const expectPage = async (number: number) => {
    await expectList(page, all, { page: number });
    await expect(field).toHaveValue(String(number));
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  await test.step('paging goes to the next, last, previous, first and any page', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
    await expect(link('First page')).toBeDisabled();
    await expect(link('Previous page')).toBeDisabled();
    await link('Next page').click();
    await expectPage(2);
    await link('Last page').click();
    await expectPage(10);
    await expect(link('Last page'), 'it keeps the focus').toBeFocused();
    await expect(link('Next page')).toBeDisabled();
    await expect(link('Last page')).toBeDisabled();
    await page.keyboard.press('Enter');
    await expectPage(10);
    await link('Previous page').click();
    await expectPage(9);
    await link('First page').click();
    await expectPage(1);
    await field.fill('3');
    await field.press('Enter');
    await expectPage(3);
    await expect(field).toBeFocused();
    await expectQuery(page, 'page=3&sort=created_at');
    await page.goBack();
    await expectPage(1);
    await page.goForward();
    await expectPage(3);
  });

  await test.step('changing the page size keeps the first visible row on the page', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50 per page');
    await expectList(page, all, { page: 2, perPage: 50 });
    await expectQuery(page, 'page=2&per_page=50&sort=created_at');
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10 per page');
    await expectList(page, all, { page: 6, perPage: 10 });
  });

  await test.step('a page past the end is reported, with a button to the last page', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?page=99&sort=created_at`);
    await expect(page.getByRole('heading', { name: 'Page 99 doesn’t exist' })).toBeVisible();
    await expect(page.getByText('The list has 10 pages.')).toBeVisible();
    await page.getByRole('button', { name: 'Last page' }).click();
    await expectPage(10);
  });
});

test('an invalid parameter is reported on the page, and a button removes only this parameter', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const { product } = staticStack;
  const tcp = expectedMonitors(staticStack).filter(({ type }) => type === 'tcp');

  await page.goto(`${product.url}/monitors?type=tcp&sort=created_at&x=y&condition=foo`);
  await expect(page.getByRole('heading', { name: 'Unknown condition: “foo”' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(chips(page)).toHaveCount(1);
  await expect(chip(page, 'Type: tcp')).toBeVisible();
  await expect(count(page, 'Down')).toBeDisabled();
  const remove = page.getByRole('button', { name: 'Remove condition “foo”', exact: true });
  await waitForHydration(remove);
  await remove.click();
  await expectList(page, tcp);
  await expectQuery(page, 'type=tcp&sort=created_at&x=y');
});

test('the page never scrolls horizontally, at any width and with all filters', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  const all = 'condition=up&type=tcp&region=fra1&is_active=true&maintenance_mode=false&q=a';
  for (const query of ['', all]) {
    await openHydrated(page, `${product.url}/monitors?${query}`);
    for (const width of [320, 360, 639, 640, 800, 1023, 1024, 1060, 1279, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
});
