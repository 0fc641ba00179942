import { expect, type Page } from '@playwright/test';
import { chip, chips, count, facet, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

/** Expects the first page of the API's result, and its total. @returns the total */
async function expectList(page: Page, product: { url: string }, query: string) {
  const { data, pagination } = await readList(product, `sort=attention&${query}`);
  await expect(rowLinks(page)).toHaveText(data.map(({ name }) => String(name)));
  await expect(page.getByText(new RegExp(` of ${pagination.total}$`)).first()).toBeVisible();
  return pagination.total;
}

test('a filter has several values, excluded values, and counts', async ({ staticStack, page }) => {
  const { product } = staticStack;
  const all = staticStack.referenceApi.api.organization().monitors();
  const type = facet(page, 'Type');
  await openHydrated(page, `${product.url}/monitors`);
  await type.trigger.click();
  for (const name of ['http', 'https', 'tcp', 'ping']) {
    const there = all.filter((monitor) => monitor.type === name).length;
    await expect(type.value(name)).toHaveText(`${name}${there}`);
    await expect(type.value(name)).toHaveAttribute('aria-pressed', 'false');
  }
  await type.value('tcp').click();
  await expectList(page, product, 'type=tcp');
  await type.value('ping').click();
  await expectList(page, product, 'type=tcp&type=ping');
  await expect(type.value('tcp')).toHaveAttribute('aria-pressed', 'true');
  await expect(type.value('https'), 'counted with all other filters applied').toHaveText(
    `https${all.filter((monitor) => monitor.type === 'https').length}`,
  );
  const clear = type.popup.getByRole('button', { name: 'Clear type' });
  await expect(clear).toBeEnabled();
  await expect(clear).toHaveCSS('opacity', '1');
  await clear.click();
  await expectList(page, product, '');
  await expect(clear, 'there is nothing to clear').toBeDisabled();
  await expect(clear, 'it looks disabled').toHaveCSS('opacity', '0.5');

  await type.excluded('https').click();
  await expect(type.excluded('https')).toHaveAttribute('aria-pressed', 'true');
  await expect(type.value('https')).toHaveAttribute('aria-pressed', 'false');
  await expectList(page, product, 'type=-https');
  await expect(page).toHaveURL(/\?type=-https$/);
  await expect(type.trigger).toHaveText('Type1 selected');
  await expect(chip(page, 'Type: not https')).toBeVisible();
  // Selecting an excluded value includes it, because a value cannot be both.
  await type.value('https').click();
  await expectList(page, product, 'type=https');
  await type.value('https').click();
  await expectList(page, product, '');
});

test('all counts of several chosen conditions are pressed, and pressing one removes it', async ({
  staticStack: { product },
  page,
}) => {
  await openHydrated(page, `${product.url}/monitors?condition=down&condition=overdue`);
  for (const label of ['Down', 'Overdue']) {
    await expect(count(page, label)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(count(page, 'Up')).toHaveAttribute('aria-pressed', 'false');
  await count(page, 'Down').click();
  await expectList(page, product, 'condition=overdue');
  await expect(count(page, 'Down')).toHaveAttribute('aria-pressed', 'false');
});

test('the counts are filters', async ({ staticStack, page }) => {
  const { product } = staticStack;
  await openHydrated(page, `${product.url}/monitors`);
  const conditions = [
    ['Down', 'down'],
    ['Overdue', 'overdue'],
    ['Never checked', 'pending'],
    ['Up', 'up'],
    ['Inactive', 'inactive'],
  ] as const;
  await expect(count(page, 'Total')).toHaveAttribute('aria-pressed', 'true');
  await expect(count(page, 'Total')).toHaveText('Total248');
  let sum = 0;
  for (const [label, condition] of conditions) {
    await count(page, label).click();
    const total = await expectList(page, product, `condition=${condition}`);
    await expect(count(page, label)).toHaveText(`${label}${total}`);
    await expect(count(page, label)).toHaveAttribute('aria-pressed', 'true');
    await expect(count(page, 'Total')).toHaveAttribute('aria-pressed', 'false');
    sum += total;
  }
  expect(sum).toBe(248);
  await count(page, 'Inactive').click();
  await expectList(page, product, '');

  await count(page, 'Maintenance').click();
  const total = await expectList(page, product, 'maintenance_mode=true');
  await expect(count(page, 'Maintenance')).toHaveText(`Maintenance${total}`);
  await count(page, 'Total').click();
  await expectList(page, product, '');
});

test('a column heading sorts in its default direction, then in the opposite one, then in the default order', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await openHydrated(page, `${product.url}/monitors?page=2`);
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Condition')).toHaveAttribute('aria-sort', 'ascending');
  for (const [name, sort, first, second] of [
    ['Name', 'name', 'ascending', 'descending'],
    ['Response', 'last_response_time_ms', 'descending', 'ascending'],
  ] as const) {
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', first);
    await expect(header('Condition')).not.toHaveAttribute('aria-sort');
    await expectSorted(`sort=${sort}&order=${first === 'ascending' ? 'asc' : 'desc'}`);
    await expect(page, 'back to the first page').toHaveURL(new RegExp(`\\?sort=${sort}$`));
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', second);
    await expectSorted(`sort=${sort}&order=${second === 'ascending' ? 'asc' : 'desc'}`);
    await header(name).getByRole('button').click();
    await expect(header(name)).not.toHaveAttribute('aria-sort');
    await expect(header('Condition')).toHaveAttribute('aria-sort', 'ascending');
    await expectList(page, product, '');
  }

  async function expectSorted(query: string) {
    const { data } = await readList(product, query);
    await expect(rowLinks(page)).toHaveText(data.map(({ name }) => String(name)));
  }
});

test('without a match each filter is listed and can be removed individually', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await openHydrated(
    page,
    `${product.url}/monitors?q=zzz&type=tcp&type=-ping&condition=down&is_active=false`,
  );
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  for (const name of [
    'Search: “zzz”',
    'Condition: Down still none',
    'Type: tcp, not ping still none',
    'Active: no still none',
  ]) {
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await main.getByRole('button', { name: 'Search: “zzz”', exact: true }).click();
  await expect(searchBox(page)).toHaveValue('');
  // Without the search, the facet counts give the result of each step.
  const { pagination } = await readList(product, 'type=tcp&type=-ping&condition=down');
  await main.getByRole('button', { name: `Active: no shows ${pagination.total}`, exact: true }).click();
  await expectList(page, product, 'type=tcp&type=-ping&condition=down');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expectList(page, product, '');
  await expect(page).toHaveURL(`${product.url}/monitors`);
});

test('a URL shows the same list to another user, already in the server-rendered HTML', async ({
  staticStack,
  browser,
  request,
}) => {
  const { product } = staticStack;
  const query =
    'q=e&type=https&type=http&region=-fra1&is_active=true&sort=name&order=desc&page=2&per_page=10';
  const names = (await readList(product, query)).data.map(({ name }) => String(name));
  expect(names).toHaveLength(10);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/monitors?${query}`);
  await expect(rowLinks(page)).toHaveText(names);
  await expect(searchBox(page)).toHaveValue('e');
  await expect(chips(page)).toHaveCount(5);
  for (const name of ['Search: e', 'Type: http', 'Type: https', 'Region: not fra1', 'Active: yes']) {
    await expect(chip(page, name)).toBeVisible();
  }
  await expect(facet(page, 'Type').trigger).toHaveText('Type2 selected');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10');
  await context.close();

  const html = await (await request.get(`${product.url}/monitors?${query}`)).text();
  expect(html).toContain(`title="${names[0]}"`);
});
