import { expect, type Page } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { setPreferences } from '../support/browser/preferences.ts';
import { openHydrated } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

/** This zone is 5.5 hours ahead of UTC, so that local times are sometimes on the next day. */
test.use({ timezoneId: 'Asia/Kolkata' });

const AHEAD_MS = 5.5 * 3_600_000;

const utcText = (iso: string) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
const localText = (iso: string) => utcText(new Date(Date.parse(iso) + AHEAD_MS).toISOString());

async function chooseTimes(page: Page, label: RegExp) {
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('menuitemradio', { name: label }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('an age has its exact time, local and in UTC, as a tooltip, and in its accessible text', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const { data } = await readList(staticStack.product, 'sort=last_check_at&per_page=10');
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=last_check_at&per_page=10`);
  const times = page.getByRole('table').locator('time');
  for (const [index, { last_check_at }] of data.entries()) {
    const iso = String(last_check_at);
    const time = times.nth(index);
    await expect(time).toHaveAttribute('title', `${localText(iso)} local, ${utcText(iso)} UTC`);
    await expect(time).toHaveText(/^\d+ (s|min|h), /);
    await expect(time).toContainText(`, ${localText(iso)} GMT+5:30`);
  }
});

test('the time zone UTC applies to all times of all pages, and persists', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  // A checked monitor: for others the first time on the page is the waiting time since their creation.
  const { data } = await readList(staticStack.product, 'condition=up&sort=created_at&per_page=1');
  const iso = String(data[0]?.created_at);
  await openHydrated(page, `${staticStack.product.url}/monitors/${data[0]?.monitor_uuid}`);
  const created = page.locator(`time[datetime="${iso}"]`).first();
  await expect(created).toContainText(`${localText(iso)} GMT+5:30`);

  await chooseTimes(page, /^UTC$/);
  await expect(created).toContainText(`${utcText(iso)} UTC`);
  await page.reload();
  await expect(created).toHaveAttribute('title', / local, /);
  await expect(created).toContainText(`${utcText(iso)} UTC`);

  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at&per_page=10`);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ UTC$/);

  await chooseTimes(page, /^Local Asia\/(Kolkata|Calcutta)$/);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ GMT\+5:30$/);
});

test('the column Since counts to the same moment as Last check, also when nothing can be read', async ({
  staticStack,
  page,
}) => {
  await page.clock.install();
  await openHydrated(
    page,
    `${staticStack.product.url}/monitors?condition=down&condition=overdue&per_page=10`,
  );
  const since = page.getByRole('row').locator('td:nth-child(3)');
  expect(await since.count()).toBeGreaterThan(0);
  // Blocks all further reads.
  await intercept(page, '**/api/**', () => undefined);
  await page.clock.fastForward(2 * 3_600_000);
  await expect(page.getByRole('button', { name: /^Refresh, as of 2 h ago$/ })).toBeVisible();
  await expect(since.getByText(/^(over )?[2-9] h$|^\d+ d$|^(over )?[2-9] d$/)).toHaveCount(
    await since.count(),
  );
});

test('a browser whose clock is an hour ahead refetches the data of the page neither at once nor too late', async ({
  staticStack,
  page,
  context,
}) => {
  // The page would otherwise also poll after the server's next crawl, which can begin at any moment.
  await setPreferences(context, { isPaused: true });
  await page.clock.install({ time: Date.now() + 3_600_000 });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => path === '/api/monitors')).toEqual([]);

  await page.clock.fastForward(11_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect.poll(() => requested).toContain('/api/monitors');
});
