import { expect } from '@playwright/test';
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
import { ask, readAll } from '../support/http/read.ts';
import { type Stack, test } from '../support/products/fixtures.ts';

/** The names that the product's API returns for a query, in the default order. */
async function names({ product }: Stack, query = ''): Promise<string[]> {
  const rows = await readAll(product, `sort=attention&${query}`);
  return rows.map(({ name }) => String(name));
}

test('the start page shows the most urgent first, and another order on request', async ({
  staticStack,
  page,
}) => {
  await test.step('the start page redirects to the monitors, the most urgent first', async () => {
    await page.goto(staticStack.product.url);
    await expect(page).toHaveURL(`${staticStack.product.url}/monitors`);
    await expect(page).toHaveTitle(/^(\(\d+\) )?Monitors · Sightline$/);
    await expect(rowLinks(page)).toHaveText((await names(staticStack)).slice(0, 25));
    const conditions = await page.locator('tbody tr td:first-child').allTextContents();
    expect(conditions[0]).toMatch(/^Down/);
    await expect(page.getByText('1–25 of 248')).toBeVisible();
  });

  await test.step('sorted by creation, the list has the order of the upstream API', async () => {
    const newestFirst = staticStack.referenceApi.api.organization().monitors();
    await page.goto(`${staticStack.product.url}/monitors?sort=created_at`);
    await expect(rowLinks(page)).toHaveText(newestFirst.slice(0, 25).map(({ name }) => name));
  });
});

test('filters narrow the list, Back undoes them one by one, Clear removes all', async ({
  staticStack,
  page,
}) => {
  const all = await names(staticStack);
  const tcp = await names(staticStack, 'type=tcp');
  const activeTcp = await names(staticStack, 'type=tcp&is_active=true');
  expect(tcp.length).toBeLessThan(all.length);
  expect(activeTcp.length).toBeLessThan(tcp.length);

  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0);

  await facet(page, 'Type').choose('tcp');
  await expect(rowLinks(page)).toHaveText(tcp.slice(0, 25));
  await expect(page).toHaveURL(/\/monitors\?type=tcp$/);
  await expect(facet(page, 'Type').trigger).toHaveText('Type1 selected');
  await expect(chip(page, 'Type: tcp')).toBeVisible();

  await facet(page, 'Condition').exclude('Inactive');
  await expect(rowLinks(page)).toHaveText(activeTcp.slice(0, 25));
  await expect(page.getByText(new RegExp(` of ${activeTcp.length}$`)).first()).toBeVisible();
  await expectQuery(page, 'type=tcp&condition=-inactive');

  await page.goBack();
  await expect(facet(page, 'Condition').trigger).toHaveText('Condition');
  await expect(rowLinks(page)).toHaveText(tcp.slice(0, 25));
  await page.goBack();
  await expect(facet(page, 'Type').trigger).toHaveText('Type');
  await expect(rowLinks(page)).toHaveText(all.slice(0, 25));
  await page.goForward();
  await expect(rowLinks(page)).toHaveText(tcp.slice(0, 25));

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(`${staticStack.product.url}/monitors`);
  await expect(rowLinks(page)).toHaveText(all.slice(0, 25));
});

test('filters by type and by maintenance show exactly the matching monitors', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  const all = staticStack.referenceApi.api.organization().monitors();
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  const expectOnly = async (wanted: (monitor: (typeof all)[number]) => boolean) => {
    const expected = all.filter(wanted).map(({ name }) => name);
    await expect(rowLinks(page)).toHaveText(expected.slice(0, 25));
  };
  for (const type of ['http', 'https', 'tcp', 'ping']) {
    await facet(page, 'Type').choose(type);
    await expectOnly((monitor) => monitor.type === type);
    await facet(page, 'Type').choose(type);
    await expectOnly(() => true);
  }
  for (const [label, isMaintenance] of [
    ['Yes', true],
    ['No', false],
  ] as const) {
    await facet(page, 'Maintenance').choose(label);
    await expectOnly((monitor) => monitor.maintenance_mode === isMaintenance);
  }
});

test('paging goes to the next, last, previous, first and any page, and changes its size', async ({
  staticStack,
  page,
}) => {
  await test.step('paging goes to the next, last, previous, first and any page', async () => {
    const all = await names(staticStack);
    const expectPage = async (number: number, range: string) => {
      await expect(page.getByText(range)).toBeVisible();
      await expect(rowLinks(page)).toHaveText(all.slice((number - 1) * 25, number * 25));
      await expect(page.getByRole('textbox', { name: 'Page, of 10' })).toHaveValue(String(number));
    };
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    await openHydrated(page, `${staticStack.product.url}/monitors`);
    await expect(link('First page')).toBeDisabled();
    await expect(link('Previous page')).toBeDisabled();
    await link('Next page').click();
    await expectPage(2, '26–50 of 248');
    await link('Last page').click();
    await expectPage(10, '226–248 of 248');
    await expect(link('Next page')).toBeDisabled();
    await expect(link('Last page')).toBeDisabled();
    await link('Previous page').click();
    await expectPage(9, '201–225 of 248');
    await link('First page').click();
    await expectPage(1, '1–25 of 248');

    await page.getByRole('textbox', { name: 'Page, of 10' }).fill('4');
    await page.getByRole('textbox', { name: 'Page, of 10' }).press('Enter');
    await expectPage(4, '76–100 of 248');
    await expectQuery(page, 'page=4');
    await page.reload();
    await expectPage(4, '76–100 of 248');
    await page.goBack();
    await expectPage(1, '1–25 of 248');
  });

  await test.step('changing the page size keeps the first visible row on the page', async () => {
    const all = await names(staticStack);
    await openHydrated(page, `${staticStack.product.url}/monitors?page=3`);
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50 per page');
    await expect(page.getByText('51–100 of 248')).toBeVisible();
    await expect(rowLinks(page)).toHaveText(all.slice(50, 100));
    await expect(page).toHaveURL(/page=2&per_page=50|per_page=50&page=2/);
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10 per page');
    await expect(page.getByText('51–60 of 248')).toBeVisible();
    await expect(rowLinks(page)).toHaveText(all.slice(50, 60));
  });

  await test.step('a page past the end is reported, with a button to the last page', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?page=99`);
    await expect(page.getByRole('heading', { name: 'Page 99 doesn’t exist' })).toBeVisible();
    await expect(page.getByText('The list has 10 pages.')).toBeVisible();
    await page.getByRole('button', { name: 'Last page' }).click();
    await expect(page.getByText('226–248 of 248')).toBeVisible();
  });
});

test('page links open in another tab, and work without scripts', { tag: '@nightly' }, async ({
  staticStack,
  page,
  context,
  browser,
}) => {
  const all = await names(staticStack);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=attention&utm=1`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Next page' }).click({ modifiers: ['ControlOrMeta'] });
  await expect(rowLinks(await opened)).toHaveText(all.slice(25, 50));
  await expect(page.getByText('1–25 of 248')).toBeVisible();

  const without = await browser.newContext({ javaScriptEnabled: false });
  const plain = await without.newPage();
  await plain.goto(`${staticStack.product.url}/monitors`);
  await plain.getByRole('link', { name: 'Last page' }).click();
  await expect(rowLinks(plain)).toHaveText(all.slice(225));
  await without.close();
});

test('an invalid parameter is reported on the page, and a link removes only this parameter', async ({
  staticStack,
  page,
}) => {
  await test.step('a parameter that the API rejects is reported on the page, and a link removes only this parameter', async () => {
    const { product } = staticStack;
    const remove = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    const tcp = (await names(staticStack, 'type=tcp')).slice(0, 25);
    for (const [bad, title, link] of [
      ['condition=foo', 'Unknown condition: “foo”', 'Remove condition “foo”'],
      ['is_active=maybe', 'Invalid active: “maybe”', 'Remove active “maybe”'],
      ['q=%1B%5B31mapi', 'Invalid search', 'Remove search'],
      ['per_page=5000', 'Invalid page size: “5000”', 'Remove page size “5000”'],
    ] as const) {
      expect((await ask(`${product.url}/api/monitors?type=tcp&${bad}`)).status, bad).toBe(400);
      await page.goto(`${product.url}/monitors?type=tcp&x=y&${bad}`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(0);
      await expect(chips(page)).toHaveCount(1);
      await expect(chip(page, 'Type: tcp')).toBeVisible();
      await expect(count(page, 'Down')).toBeDisabled();
      await remove(link).click();
      await expect(rowLinks(page)).toHaveText(tcp);
      await expectQuery(page, 'type=tcp&x=y');
    }
  });

  await test.step('an unknown type is reported, and a link removes it', async () => {
    const { product } = staticStack;
    await page.goto(`${product.url}/monitors?type=udp&type=tcp`);
    await expect(page.getByRole('heading', { name: 'Unknown type: “udp”' })).toBeVisible();
    await expect(page.getByText('The API supports only http, https, tcp, ping.')).toBeVisible();
    await expect(chip(page, 'Type: udp')).toBeVisible();
    await page.getByRole('link', { name: 'Remove type “udp”' }).click();
    await expect(rowLinks(page)).toHaveText((await names(staticStack, 'type=tcp')).slice(0, 25));
    await expect(page).toHaveURL(`${product.url}/monitors?type=tcp`);
  });

  await test.step('a control character in the search is reported, and the filters still apply', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?condition=down`);
    await searchBox(page).fill('\u001B[31mapi');
    await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible();
    await expect(chip(page, 'Condition: Down')).toBeVisible();
    await searchBox(page).fill('');
    await expect(rowLinks(page)).toHaveText((await names(staticStack, 'condition=down')).slice(0, 25));
  });
});

test('several invalid parameters are reported together and removed one by one', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  await page.goto(`${staticStack.product.url}/monitors?condition=foo&condition=-down&is_active=maybe&page=2`);
  await expect(page.getByRole('heading', { name: 'Invalid URL parameters' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove active “maybe”' }).click();
  await expect(page.getByRole('heading', { name: 'Unknown condition: “foo”' })).toBeVisible();
  await expect(page.getByText('must be one of down, overdue, unknown, pending, up, inactive')).toBeVisible();
  await page.getByRole('link', { name: 'Remove condition “foo”' }).click();
  await expect(rowLinks(page)).toHaveText((await names(staticStack, 'condition=-down')).slice(0, 25));
  await expectQuery(page, 'condition=-down');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Unknown condition: “foo”' })).toBeVisible();
});

test('an empty organization and filters without a match have different messages', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product } = await stack({ monitors: 0 });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }), 'there are no pages').toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Counts' }), 'there is nothing to count').toHaveCount(0);
  await expect(searchBox(page), 'there is nothing to search').toHaveCount(0);

  await openHydrated(page, `${product.url}/monitors?type=ping&is_active=false`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
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
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `at ${width}, ?${query}`).toBe(0);
    }
  }
});
