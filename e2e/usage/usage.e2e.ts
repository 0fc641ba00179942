import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { openHydrated, refreshButton } from '../support/browser/screen.ts';
import { withHistory } from '../support/browser/usage-history.ts';
import { ask, spend } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';

const window = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const panel = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) });
const access = (page: Page) => panel(page, 'API access');

// Most tests start their own product.
test.describe.configure({ mode: 'parallel' });

const openUsage = (page: Page, url: string) => openHydrated(page, `${url}/usage`);

test('the three windows have the same layout, with the remaining requests and the reset, also without scripts', async ({
  stack,
  browser,
  page,
}) => {
  const { product, referenceApi } = await stack(
    { monitors: 248, limits: { minute: 60, daily: 5000, monthly: 100_000 } },
    { before: (api) => spend(api, 4), env: stoppedProductClock, waitForInventory: true },
  );
  const before = referenceApi.requests();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const first = await context.newPage();
  await first.goto(`${product.url}/usage`);
  await expect(first).toHaveTitle('Usage · Sightline');
  await expect(window(first, 'Today')).toContainText('4,993 of 5,000 left');
  await context.close();

  await openUsage(page, product.url);
  await expect(window(page, 'This minute')).toContainText('53 of 60 left');
  await expect(window(page, 'This minute')).toContainText(/resets in (\d+ s|1 min)/);
  await expect(window(page, 'Today')).toContainText('4,993 of 5,000 left');
  await expect(window(page, 'This month')).toContainText('99,993 of 100,000 left');
  for (const name of ['Today', 'This month']) {
    await expect(window(page, name).getByRole('meter')).toBeVisible();
  }
  await expect(panel(page, 'Requests per hour').locator('figcaption')).toContainText('3 requests observed');

  const spent = panel(page, 'Usage by source');
  await expect(spent.getByRole('row', { name: /^Inventory / }).getByRole('cell')).toHaveText('3');
  await expect(spent.getByRole('row', { name: /^Others / })).toContainText('none seen');
  await expect(spent).toContainText('List is readevery 1 min');
  await expect(page.getByText('SIGHTLINE_QUOTA_RESET')).toBeHidden();
  await page.getByText('For administrators').click();
  await expect(page.getByText('SIGHTLINE_QUOTA_RESET')).toBeVisible();
  expect(referenceApi.requests(), 'the usage page costs no request').toBe(before);

  await test.step('while the month does not allow the wanted interval, the refresh button says why', async () => {
    await openHydrated(page, `${product.url}/monitors`);
    await expect(refreshButton(page)).toHaveAccessibleDescription(
      /^Next reading .*: every 1 min \d+ s instead of 15 s, so that this month’s requests last\. Refresh now: 3 requests/,
    );
  });
});

test('a small organization: the requests of other clients, and the scopes as last observed', async ({
  stack,
  page,
}) => {
  const limits = { minute: 1000, daily: 2000, monthly: 1_000_000 };
  const { product, referenceApi } = await stack({ monitors: 25, limits }, { env: stoppedProductClock });
  const organization = referenceApi.api.organization();
  const [monitor, another] = organization.monitors();
  await spend(referenceApi, 7);
  await ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`);
  await openUsage(page, product.url);

  await test.step('requests of other clients are shown separately', async () => {
    const spent = panel(page, 'Usage by source');
    await expect(spent.getByRole('row', { name: /^Details / }).getByRole('cell')).toHaveText('1');
    await expect(spent.getByRole('row', { name: /^Others / })).toContainText('~7');
    // The picture has as many requests as the table: 2 and 7.
    await expect(panel(page, 'Requests per hour').locator('figcaption')).toContainText('9 requests observed');
  });

  await test.step('scopes are shown from a successful response, then from a 403', async () => {
    await expect(access(page)).toContainText('Confirmed by a successful request');
    await expect(access(page)).toContainText('monitors:read');

    organization.plan = 'pro';
    organization.editKey(referenceApi.apiKey, { scopes: ['metrics:read'] });
    await ask(`${product.url}/api/monitors/${another?.monitor_uuid}`);
    await page.reload();
    await expect(access(page)).toContainText('All scopes of this key, from a 403 response');
    await expect(access(page)).toContainText('metrics:read');
  });
});

/** Samples every ten minutes: three hours of use, a reset, a gap of an hour, and use again. */
function hours(now: number) {
  const lefts = [
    ...Array.from({ length: 18 }, (_, index) => 900 - index * 10),
    1000,
    990,
    980,
    null,
    700,
    690,
  ];
  let minute = -lefts.length * 10;
  return lefts.flatMap((left, index) => {
    minute += left === null ? 60 : 10;
    const at = new Date(now + minute * 60_000 - 60 * 60_000).toISOString();
    return left === null
      ? []
      : [
          {
            at,
            daily_remaining: left,
            monthly_remaining: 5000 - index,
            after_gap: lefts[index - 1] === null,
          },
        ];
  });
}

/** Opens the page with this history, and a projection of when the day's requests run out. */
async function openWithHours(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await withHistory(page, hours, (now) => ({
    daily: {
      limit: 1000,
      remaining: 690,
      resets_at: null,
      resets_at_local: null,
      runs_out_at: new Date(now + 3_600_000).toISOString(),
    },
  }));
  await openUsage(page, url);
  // The server renders the actual data; the injected history arrives with the next poll.
  await page.clock.fastForward(30_000);
  await expect(
    page.getByRole('region', { name: 'Today' }).getByText(/Projected to run out at about /),
  ).toBeVisible();
}

test('the chart shows the observed hours, and can be read by keyboard', { tag: '@core' }, async ({
  staticStack: { product },
  page,
}) => {
  await openWithHours(page, product.url);
  const chart = panel(page, 'Requests per hour');
  await expect(chart.locator('figcaption')).toContainText(
    /^Requests per hour: 200 requests observed; the busiest hour: \d+ requests?, .* to .*; Projected to run out at about /,
  );
  // 1,000 a day are 42 an hour. The line is drawn when it is below four times the busiest hour.
  await expect(chart.locator('svg line[stroke-dasharray]')).toHaveCount(1);
  await expect(chart).toContainText('Dashed: 42 per hour would use up the day’s quota.');

  const slider = chart.getByRole('slider', { name: 'Requests per hour: observed values' });
  await slider.focus();
  await expect(slider).toHaveAttribute('aria-valuenow', '24');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuenow', '23');
  const label = (await slider.getAttribute('aria-valuetext')) ?? '';
  expect(label).toMatch(/^(no data|\d+ requests?), .* to /);
  await expect(chart.getByText(label, { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^no data, /);
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', '24');

  await chart.getByText('Show as list').click();
  await expect(chart.getByRole('listitem')).toHaveCount(24);

  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(panel(page, 'Requests per day').getByRole('slider')).toHaveAttribute('aria-valuemax', '30');
  await expect(page).toHaveURL(/[?&]window=monthly/);
  await page.reload();
  await expect(panel(page, 'Requests per day')).toBeVisible();
});

test('the chart and the page around it are accessible', async ({ staticStack: { product }, page }) => {
  await openWithHours(page, product.url);
  await expectAllAccessible(page);
});

test('the access panel shows base URL and fingerprint, never the key', async ({ staticStack, page }) => {
  const { product, referenceApi } = staticStack;
  await page.goto(`${product.url}/usage`);
  const digest = createHash('sha256').update(referenceApi.apiKey).digest('hex');
  await expect(access(page)).toContainText(referenceApi.baseUrl);
  await expect(access(page)).toContainText(`SHA-256 ${digest.slice(0, 4)}…`);
  const { text } = await ask(`${product.url}/api/usage`);
  const encoded = [
    btoa(referenceApi.apiKey).replaceAll('=', ''),
    Buffer.from(referenceApi.apiKey).toString('hex'),
  ];
  for (const secret of [referenceApi.apiKey, digest, ...encoded]) {
    expect(text).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  }
});

test('an unreachable product is reported, and the figures stay', async ({
  staticStack: { product },
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/usage', (route) => route.abort());
  await openUsage(page, product.url);
  // The server renders the actual data; the next poll fails.
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Can’t reach Sightline.')).toBeVisible();
  await expect(window(page, 'Today')).toContainText(/^Today.*[\d,]+ of 1,000,000 left/);
});

/** Checks the page with all details elements open. */
async function expectAllAccessible(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  await expectAccessible(page);
}
