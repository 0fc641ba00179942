import { expect } from '@playwright/test';
import { expectList } from '../support/browser/expect-list.ts';
import {
  chip,
  chips,
  count,
  expectQuery,
  facet,
  openHydrated,
  rowLinks,
  searchBox,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { type ExpectedMonitor, expectedMonitors, hasWords } from '../support/upstream/expected-list.ts';

test('a filter has several values, excluded values, and counts', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const all = expectedMonitors(staticStack);
  const of = (...types: string[]) => all.filter((monitor) => types.includes(monitor.type));
  const type = facet(page, 'Type');
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await type.trigger.click();
  for (const name of ['http', 'https', 'tcp', 'ping']) {
    await expect(type.value(name)).toHaveText(`${name}${of(name).length}`);
    await expect(type.value(name)).toHaveAttribute('aria-pressed', 'false');
  }
  await type.value('tcp').click();
  await expectList(page, of('tcp'));
  await type.value('ping').click();
  await expectList(page, of('tcp', 'ping'));
  await expect(type.value('tcp')).toHaveAttribute('aria-pressed', 'true');
  await expect(type.value('https'), 'counted with all other filters applied').toHaveText(
    `https${of('https').length}`,
  );
  const clear = type.popup.getByRole('button', { name: 'Clear type' });
  await expect(clear).toBeEnabled();
  await clear.click();
  await expectList(page, all);
  await expect(clear, 'there is nothing to clear').toBeDisabled();

  await type.excluded('https').click();
  await expect(type.excluded('https')).toHaveAttribute('aria-pressed', 'true');
  await expect(type.value('https')).toHaveAttribute('aria-pressed', 'false');
  await expectList(page, of('http', 'tcp', 'ping'));
  await expectQuery(page, 'type=-https&sort=created_at');
  await expect(type.trigger).toHaveText('Type1 selected');
  await expect(chip(page, 'Type: not https')).toBeVisible();
  // Selecting an excluded value includes it, because a value cannot be both.
  await type.value('https').click();
  await expectList(page, of('https'));
  await type.value('https').click();
  await expectList(page, all);
});

test('the counts are filters', { tag: '@core' }, async ({ staticStack, page }) => {
  const all = expectedMonitors(staticStack);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  const conditions: readonly [label: string, ExpectedMonitor['condition']][] = [
    ['Down', 'down'],
    ['Overdue', 'overdue'],
    ['Never checked', 'pending'],
    ['Up', 'up'],
    ['Inactive', 'inactive'],
  ];
  await expect(count(page, 'Total')).toHaveAttribute('aria-pressed', 'true');
  await expect(count(page, 'Total')).toHaveText('Total248');
  for (const [label, wanted] of conditions) {
    const matching = all.filter(({ condition }) => condition === wanted);
    expect(matching, label).not.toEqual([]);
    await count(page, label).click();
    await expectList(page, matching);
    await expect(count(page, label)).toHaveText(`${label}${matching.length}`);
    await expect(count(page, label)).toHaveAttribute('aria-pressed', 'true');
    await expect(count(page, 'Total')).toHaveAttribute('aria-pressed', 'false');
  }
  await expect(page.locator('tbody tr td:first-child').first()).toHaveText('Inactive');
  await count(page, 'Inactive').click();
  await expectList(page, all);

  await openHydrated(page, `${staticStack.product.url}/monitors?condition=down&condition=up&sort=created_at`);
  for (const label of ['Down', 'Up']) {
    await expect(count(page, label)).toHaveAttribute('aria-pressed', 'true');
  }
  await count(page, 'Down').click();
  await expectList(
    page,
    all.filter(({ condition }) => condition === 'up'),
  );
  await count(page, 'Up').click();

  const inMaintenance = all.filter(({ maintenance_mode }) => maintenance_mode);
  await count(page, 'Maintenance').click();
  await expectList(page, inMaintenance);
  await expect(count(page, 'Maintenance')).toHaveText(`Maintenance${inMaintenance.length}`);
  await count(page, 'Total').click();
  await expectList(page, all);
});

test('a column heading sorts in its default direction, then in the opposite one, then in the default order', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const responses = expectedMonitors(staticStack).flatMap(({ last_response_time_ms }) =>
    last_response_time_ms === null ? [] : last_response_time_ms,
  );
  const slowest = responses.toSorted((a, b) => b - a);
  const header = (name: string) => page.getByRole('columnheader', { name });
  const times = page.getByRole('cell', { name: /^[\d,]+ ms$/ });
  const expectTimes = (sorted: readonly number[]) =>
    expect(times).toHaveText(sorted.slice(0, 25).map((ms) => `${ms.toLocaleString('en-US')} ms`));

  await openHydrated(page, `${staticStack.product.url}/monitors?page=2`);
  await expect(header('Condition')).toHaveAttribute('aria-sort', 'ascending');
  const sort = header('Response').getByRole('button');
  await expect(sort).toHaveAccessibleDescription('Sort by response, descending');
  await sort.click();
  await expect(sort).toHaveAccessibleDescription('Sort by response, ascending');
  await expect(header('Response')).toHaveAttribute('aria-sort', 'descending');
  await expect(header('Condition')).not.toHaveAttribute('aria-sort');
  await expectTimes(slowest);
  await expectQuery(page, 'sort=last_response_time_ms');
  await sort.click();
  await expect(header('Response')).toHaveAttribute('aria-sort', 'ascending');
  await expectTimes(slowest.toReversed());
  await expectQuery(page, 'sort=last_response_time_ms&order=asc');
  await sort.click();
  await expect(header('Response')).not.toHaveAttribute('aria-sort');
  await expect(header('Condition')).toHaveAttribute('aria-sort', 'ascending');
  await expectQuery(page, '');
  await header('Name').getByRole('button').click();
  await expect(header('Name'), 'a column of texts begins with A').toHaveAttribute('aria-sort', 'ascending');
  await expectQuery(page, 'sort=name');
});

test('without a match each filter is listed and can be removed individually', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const filtered = 'type=http&type=-ping&condition=down&sort=created_at';
  const all = expectedMonitors(staticStack);
  const downHttp = all.filter(({ type, condition }) => type === 'http' && condition === 'down');
  expect(downHttp).not.toEqual([]);
  await openHydrated(page, `${staticStack.product.url}/monitors?q=zzz&is_active=false&${filtered}`);
  const remove = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  for (const name of [
    'Search: “zzz” still none',
    'Condition: Down still none',
    'Type: http, not ping still none',
    'Active: no still none',
  ]) {
    await expect(remove(name)).toBeVisible();
  }
  await remove('Search: “zzz” still none').click();
  await expect(searchBox(page)).toHaveValue('');
  await remove(`Active: no shows ${downHttp.length}`).click();
  await expectList(page, downHttp);
  await expectQuery(page, filtered);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expectList(page, all);
  await expectQuery(page, 'sort=created_at');
});

test('a URL shows the same list to another user, already in the server-rendered HTML', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const query =
    'q=e&type=https&type=http&region=-fra1&is_active=true&sort=created_at&order=asc&page=2&per_page=10';
  const matching = expectedMonitors(staticStack)
    .filter(hasWords('e'))
    .filter(
      ({ type, regions, is_active }) => type.startsWith('http') && !regions.includes('fra1') && is_active,
    );
  const html = await (await page.goto(`${staticStack.product.url}/monitors?${query}`))?.text();
  await expectList(page, matching.toReversed(), { page: 2, perPage: 10 });
  await expect(searchBox(page)).toHaveValue('e');
  await expect(chips(page)).toHaveCount(5);
  for (const name of ['Search: e', 'Type: http', 'Type: https', 'Region: not fra1', 'Active: yes']) {
    await expect(chip(page, name)).toBeVisible();
  }
  await expect(facet(page, 'Type').trigger).toHaveText('Type2 selected');
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10');
  expect(html).toContain(`title="${await rowLinks(page).first().textContent()}"`);
});
