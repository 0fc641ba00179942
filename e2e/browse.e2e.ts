import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { filter, openLive, rowLinks } from './support/screen.ts';

test('the start page leads to the monitors, newest first as the API has them', async ({ still, page }) => {
  const names = still.referenceApi.api
    .organization()
    .monitors()
    .map(({ name }) => name);
  await page.goto(still.product.url);
  await expect(page).toHaveURL(`${still.product.url}/monitors`);
  await expect(page).toHaveTitle('Monitors · Sightline');
  await expect(rowLinks(page)).toHaveText(names.slice(0, 25));
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('filters narrow the list, Back undoes them one by one, Clear drops them', async ({ still, page }) => {
  const all = still.referenceApi.api.organization().monitors();
  const tcp = all.filter(({ type }) => type === 'tcp');
  const activeTcp = tcp.filter((monitor) => monitor.is_active);
  const firstNames = (monitors: typeof all) => monitors.slice(0, 25).map(({ name }) => name);

  await openLive(page, `${still.product.url}/monitors`);
  await expect(filter(page, 'Type', 'All types').radio).toBeChecked();
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0);

  await filter(page, 'Type', 'tcp').choose();
  await expect(rowLinks(page)).toHaveText(firstNames(tcp));
  await expect(page).toHaveURL(/\/monitors\?type=tcp$/);

  await filter(page, 'Active', 'Active').choose();
  await expect(rowLinks(page)).toHaveText(firstNames(activeTcp));
  await expect(page.getByText(new RegExp(` of ${activeTcp.length}$`)).first()).toBeVisible();

  await page.goBack();
  await expect(filter(page, 'Active', 'All').radio).toBeChecked();
  await expect(rowLinks(page)).toHaveText(firstNames(tcp));
  await page.goBack();
  await expect(filter(page, 'Type', 'All types').radio).toBeChecked();
  await expect(rowLinks(page)).toHaveText(firstNames(all));
  await page.goForward();
  await expect(rowLinks(page)).toHaveText(firstNames(tcp));

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(`${still.product.url}/monitors`);
  await expect(rowLinks(page)).toHaveText(firstNames(all));
});

test('every type and activity can be chosen and shows what the API has of it', async ({ still, page }) => {
  const all = still.referenceApi.api.organization().monitors();
  await openLive(page, `${still.product.url}/monitors`);
  for (const type of ['http', 'https', 'tcp', 'ping']) {
    const names = all.filter((monitor) => monitor.type === type).map(({ name }) => name);
    await filter(page, 'Type', type).choose();
    await expect(rowLinks(page)).toHaveText(names.slice(0, 25));
    await expect(filter(page, 'Type', type).radio).toBeChecked();
  }
  await page.getByRole('button', { name: 'Clear' }).click();
  for (const [label, isActive] of [
    ['Active', true],
    ['Inactive', false],
  ] as const) {
    const names = all.filter((monitor) => monitor.is_active === isActive).map(({ name }) => name);
    await filter(page, 'Active', label).choose();
    await expect(rowLinks(page)).toHaveText(names.slice(0, 25));
  }
});

test('paging goes to the next, last, previous, first and any page', async ({ still, page }) => {
  const names = still.referenceApi.api
    .organization()
    .monitors()
    .map(({ name }) => name);
  const expectPage = async (number: number, range: string) => {
    await expect(page.getByText(range)).toBeVisible();
    await expect(rowLinks(page)).toHaveText(names.slice((number - 1) * 25, number * 25));
    await expect(page.getByRole('textbox', { name: 'Page, of 10' })).toHaveValue(String(number));
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await openLive(page, `${still.product.url}/monitors`);
  await expect(button('First page')).toBeDisabled();
  await expect(button('Previous page')).toBeDisabled();
  await button('Next page').click();
  await expectPage(2, '26–50 of 248');
  await button('Last page').click();
  await expectPage(10, '226–248 of 248');
  await expect(button('Next page')).toBeDisabled();
  await expect(button('Last page')).toBeDisabled();
  await button('Previous page').click();
  await expectPage(9, '201–225 of 248');
  await button('First page').click();
  await expectPage(1, '1–25 of 248');

  await page.getByRole('textbox', { name: 'Page, of 10' }).fill('4');
  await page.getByRole('textbox', { name: 'Page, of 10' }).press('Enter');
  await expectPage(4, '76–100 of 248');
  await page.reload();
  await expectPage(4, '76–100 of 248');
  await page.goBack();
  await expectPage(1, '1–25 of 248');
});

test('another page size stays with the first row that was shown', async ({ still, page }) => {
  const names = still.referenceApi.api
    .organization()
    .monitors()
    .map(({ name }) => name);
  await openLive(page, `${still.product.url}/monitors?page=3`);
  await page.getByRole('combobox', { name: 'Rows on a page' }).selectOption('50 a page');
  await expect(page.getByText('51–100 of 248')).toBeVisible();
  await expect(rowLinks(page)).toHaveText(names.slice(50, 100));
  await expect(page).toHaveURL(/page=2&per_page=50|per_page=50&page=2/);
  await page.getByRole('combobox', { name: 'Rows on a page' }).selectOption('10 a page');
  await expect(page.getByText('51–60 of 248')).toBeVisible();
  await expect(rowLinks(page)).toHaveText(names.slice(50, 60));
});

test('an address shows the same to somebody else, in the very first HTML', async ({
  still,
  browser,
  request,
}) => {
  const address = `${still.product.url}/monitors?type=https&is_active=true&page=2&per_page=10`;
  const names = still.referenceApi.api
    .organization()
    .monitors()
    .filter((monitor) => monitor.type === 'https' && monitor.is_active)
    .map(({ name }) => name)
    .slice(10, 20);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await expect(rowLinks(page)).toHaveText(names);
  await expect(filter(page, 'Type', 'https').radio).toBeChecked();
  await expect(filter(page, 'Active', 'Active').radio).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Rows on a page' })).toHaveValue('10');
  await context.close();

  const html = await (await request.get(address)).text();
  const [firstName] = names;
  expect(html).toContain(`>${firstName}</bdi>`);
});

test('an address by hand is read leniently', async ({ still, page }) => {
  await page.goto(`${still.product.url}/monitors?page=-3&per_page=5000&type=udp&is_active=perhaps&x=y`);
  await expect(page.getByText('1–100 of 248')).toBeVisible();
  await expect(filter(page, 'Type', 'All types').radio).toBeChecked();
});

test('a page past the end says so and leads back', async ({ still, page }) => {
  await openLive(page, `${still.product.url}/monitors?page=99`);
  await expect(page.getByRole('heading', { name: 'There is no page 99' })).toBeVisible();
  await expect(page.getByText('248 monitors match; the list ends before this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('an empty organization is told from filters that let nothing through', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 0 });
  await openLive(page, `${product.url}/monitors`);
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
  await expect(page.getByText('0 of 0')).toBeVisible();

  await filter(page, 'Type', 'ping').choose();
  await filter(page, 'Active', 'Inactive').choose();
  await expect(page.getByRole('heading', { name: 'No monitor matches' })).toBeVisible();
  await expect(page.getByText('The list is filtered by type ping and inactive.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
});
