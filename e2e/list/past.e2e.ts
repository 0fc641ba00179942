import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { rowHistorySchema } from '../../lib/contract/availability.ts';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { intercept } from '../support/browser/intercept.ts';
import { defaultColumns } from '../support/browser/list-columns.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readJson } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const pastColumns = ['Last 24 h', 'Availability 7 d', 'Availability 30 d'];
const rowsSchema = z.object({ data: z.array(z.object({ history: rowHistorySchema })) });
const strips = (page: Page) =>
  page.getByRole('img', { name: /^Last 24 hours, the worst of each quarter hour: / });

async function showPast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of pastColumns) await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader')).toHaveText([...defaultColumns, ...pastColumns]);
}

test('rows show their past when its columns are chosen, and it is not requested before', async ({
  demo,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openHydrated(page, `${demo.url}/monitors?sort=name&per_page=10`);
  await showPast(page);
  await expect(strips(page)).toHaveCount(10);
  const lists = asked.filter((url) => url.includes('/api/monitors?'));
  expect(lists.some((url) => url.includes('history=1'))).toBe(true);

  await test.step('the page shows what the API answers', async () => {
    const list = await readJson(`${demo.url}/api/monitors?sort=name&per_page=10&history=1`);
    const { data } = rowsSchema.parse(list);
    expect(data).toHaveLength(10);
    for (const { history } of data) expect(history.last_24h).toMatch(/^[doxnui-]{96}$/i);
    const known = data
      .flatMap(({ history }) => [history.availability_7d, history.availability_30d])
      .flatMap(({ least, most }) => (least === null || most === null ? [] : [[least, most] as const]));
    expect(known).not.toEqual([]);
    for (const [least, most] of known) expect(least).toBeLessThanOrEqual(most);
    await expect(page.getByRole('cell', { name: / %$/ })).toHaveCount(known.length);
  });

  await test.step('the past is in the server-rendered HTML, and is accessible in every size and colour scheme', async () => {
    const html = await (await page.reload())?.text();
    expect(html).toContain('Last 24 hours, the worst of each quarter hour: ');
    await expectAccessible(page, allVariants);
    await expect(strips(page).first()).toBeVisible();
  });

  await test.step('with forced colors each state keeps its paint', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const paint = await strips(page)
      .first()
      .evaluate((strip) => getComputedStyle(strip).backgroundImage);
    expect(paint).toContain('linear-gradient');
  });
});

test('row 103: while the history cannot be read, the list says that its past is not available', async ({
  demo,
  page,
}) => {
  await openHydrated(page, `${demo.url}/monitors?sort=name`);
  await intercept(page, '**/api/monitors?*history=1*', async (route) => {
    const response = await route.fetch();
    const list = z.looseObject({ data: z.array(z.looseObject({})) }).parse(await response.json());
    const data = list.data.map((row) => ({ ...row, history: null }));
    await route.fulfill({ response, json: { ...list, data } });
  });
  await showPast(page);
  await expect(page.getByRole('cell', { name: 'Not available', exact: true })).toHaveCount(75);
  await expect(rowLinks(page)).toHaveCount(25);
});
