import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { allVariants, desktop, expectAccessible } from '../support/browser/expect-accessible.ts';
import { pressQuickly } from '../support/browser/press-quickly.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';

test.describe.configure({ mode: 'parallel' });

const field = (page: Page) => page.getByRole('textbox', { name: 'List of addresses' });
const answers = (page: Page) => page.getByRole('table', { name: 'Addresses and their monitors' });
const addresses = (page: Page) => answers(page).getByRole('rowheader').locator('[translate=no]');

/** Returns twelve hosts: the targets of nine working monitors on different hosts, and three that no monitor checks. */
async function twelveHosts({ product }: SharedStack) {
  const { data } = await readList(product, 'condition=up&maintenance_mode=false&type=https&per_page=100');
  const targets = new Map(data.map(({ target }) => [new URL(String(target)).host, String(target)]));
  const monitored = [...targets.values()].slice(0, 9);
  expect(monitored).toHaveLength(9);
  const missing = ['blog.not-monitored.example', 'https://api.not-monitored.example/v1', '192.0.2.7:8080'];
  return { monitored, missing };
}

async function openCoverage(page: Page, { product }: SharedStack): Promise<void> {
  await page.goto(`${product.url}/coverage`);
  await waitForHydration(field(page));
}

/** Presses Tab until an element has the focus. */
async function tabUntilFocused(page: Page, element: Locator): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${element}`);
}

for (const { width, tag } of [
  { width: 1280, tag: '@core' },
  { width: 360, tag: [] },
]) {
  test(`twelve hosts are pasted, three are not monitored, and they are exported, by keyboard at ${width} pixels`, {
    tag,
  }, async ({ staticStack, page }) => {
    const { monitored, missing } = await twelveHosts(staticStack);
    await page.setViewportSize({ width, height: 800 });
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    await pressQuickly(page, 'go');
    await expect(page.getByRole('heading', { level: 1, name: 'Coverage' })).toBeVisible();
    await expect(page.getByText('kubectl get ingress,httproute,service -A -o json')).toBeVisible();
    await tabUntilFocused(page, field(page));
    await page.keyboard.insertText([...monitored, ...missing].join('\n'));
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: '12 addresses' })).toBeFocused();
    await expect(
      page.getByRole('status').filter({ hasText: '12 addresses compared, 3 not monitored.' }),
    ).toBeAttached();
    await expect(addresses(page)).toHaveCount(12);

    await tabUntilFocused(page, page.getByRole('button', { name: 'Not monitored 3' }));
    await page.keyboard.press('Enter');
    await expect(addresses(page)).toHaveText(missing);

    await tabUntilFocused(page, page.getByRole('button', { name: 'Export' }));
    await page.keyboard.press('Enter');
    await tabUntilFocused(page, page.getByRole('button', { name: 'Download CSV' }));
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^coverage-.*\.csv$/);
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(missing);

    await tabUntilFocused(page, field(page));
    await page.keyboard.type('#');
    await expect(page.getByText('The list above has changed since.')).toBeVisible();
  });
}

/** Compares a table with one monitored host, which is on it twice, and a line that is no address. */
async function checkFile(page: Page, stack: SharedStack): Promise<void> {
  const { monitored } = await twelveHosts(stack);
  await openCoverage(page, stack);
  const rows = [
    ['name', 'team', 'Host'],
    ['Shop', 'A', monitored[0]],
    ['Shop', 'B', monitored[0]],
    ['Blog', 'B', '???'],
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'hosts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n')),
  });
  await expect(page.getByRole('heading', { name: '1 address' })).toBeVisible();
  await expect(page.getByText('Not compared: 2')).toBeVisible();
  await page.getByText('Not understood: 1').click();
  await page.getByText(/^Monitors whose host is not on the list: \d+$/).click();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  const searched = page.getByRole('searchbox', { name: 'Search in monitors whose host is not on the list' });
  await searched.fill('no such monitor');
  await expect(page.getByText('None has “no such monitor”.')).toBeVisible();
  await searched.fill('');
}

test('a file is read by its form; the result is listed, and is still there after opening a monitor', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await checkFile(page, staticStack);
  await page.getByRole('button', { name: '2 not compared: not understood 1, more than once 1' }).click();
  await expect(page.getByRole('heading', { name: 'Not compared: 2' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 4' })).toContainText('Blog;B;???');
  await expect(page.getByText('More than once: 1')).toBeVisible();

  await answers(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/monitors\//);
  await page.goBack();
  await expect(page.getByRole('heading', { name: '1 address' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit as a list' }).click();
  await expect(field(page)).toHaveValue(/\n# Not understood, line 4: Blog;B;\?\?\?$/);
});

test('the result is accessible on every screen, also in forced colours', async ({ staticStack, page }) => {
  await checkFile(page, staticStack);
  await expectAccessible(page, [...allVariants, [{ width: 320, height: 640 }, 'light']]);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectAccessible(page, [[desktop, 'light']]);
});

test('a list of 20,000 addresses is shown page by page', async ({ staticStack, page }) => {
  await openCoverage(page, staticStack);
  const text = Array.from({ length: 20_000 }, (_, n) => `host-${n}.example`).join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { name: '20,000 addresses' })).toBeVisible();
  await expect(addresses(page)).toHaveCount(50);
  await page.keyboard.press(']');
  await expect(addresses(page).first()).toHaveText('host-50.example');
});

test('a list without any address says that nothing was compared, and what was found', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await openCoverage(page, staticStack);
  await field(page).fill('# old.example.com\nhttp://localhost:8080/health');
  await field(page).press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Nothing was compared' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'nothing was compared' })).toBeAttached();
  await page.getByText('Local names: 1').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText('localhost:8080');
  await expect(answers(page)).toHaveCount(0);
  await field(page).fill('host.example');
  await field(page).press('Control+Enter');
  await expect(page.getByRole('heading', { name: '1 address' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing was compared' })).toHaveCount(0);
});

test('a refused list and a refused file are reported, and the previous list stays', async ({
  staticStack,
  page,
}) => {
  await openCoverage(page, staticStack);
  await field(page).fill('host.example');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: '1 address' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'big.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(Array.from({ length: 20_001 }, (_, n) => `h${n}.example\n`).join('')),
  });
  await expect(page.getByText('The list has more than 20,000 addresses. Split it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 address' })).toBeVisible();
  await page.route(/\/api\/coverage\?/, (route) =>
    route.fulfill({ status: 429, json: { code: 'busy', error: 'Comparing other lists.', request_id: '1' } }),
  );
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText('Comparing other lists.')).toBeVisible();
});
