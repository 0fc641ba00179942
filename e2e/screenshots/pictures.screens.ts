import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { openHydrated, refreshButton, rowLinks, waitForHydration } from '../support/browser/screen.ts';
import { dayWithRemaining, withHistory } from '../support/browser/usage-history.ts';
import { ask, readList, spend } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

/** The pictures of docs/screenshots: each state in both themes at three widths, named so. */
const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Scrolls to the subject of a picture where the bottom of the window cuts it off. */
async function show(subject: Locator): Promise<void> {
  await subject.evaluate((element) => {
    window.scrollTo(0, 0);
    if (element.getBoundingClientRect().bottom > window.innerHeight) element.scrollIntoView();
  });
}

/** @param subject what must be seen; by default the top of the page */
async function takeAll(page: Page, name: string, subject?: Locator) {
  await page.evaluate(() => document.fonts.ready);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of sizes) {
      await page.setViewportSize(size);
      if (subject) await show(subject);
      await page.screenshot({
        path: `${folder}${name}-${colorScheme}-${size.width}.png`,
        animations: 'disabled',
        caret: 'hide',
      });
    }
  }
}

test('the list', async ({ demo, page }) => {
  await openHydrated(page, `${demo.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await takeAll(page, 'list');
});

test('the past of the rows', async ({ demo, page }) => {
  await openHydrated(page, `${demo.url}/monitors`);
  const hidden = ['Type', 'Region', 'Interval', 'Response'];
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of [...hidden, 'Last 24 h', 'Availability 7 d', 'Availability 30 d'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: /^Last 24 hours/ })).toHaveCount(25);
  await takeAll(page, 'past');
});

test('the groups of the list', async ({ demo, page }) => {
  await openHydrated(page, `${demo.url}/monitors?group=name&name_separator=, &name_part=last`);
  await expect(page.getByText(/ monitors in \d+ groups/)).toBeVisible();
  await takeAll(page, 'groups');
});

test('the coverage of a list', async ({ demo, page }) => {
  const { data } = await readList(demo, 'type=https&per_page=100');
  const working = data.filter(({ condition }) => condition === 'up');
  const targetsOf = (rows: typeof data, count: number) =>
    rows.slice(0, count).map(({ target }) => String(target));
  const other = new URL('/login', targetsOf(working, 9).at(-1)).href;
  const inactive = targetsOf(
    data.filter(({ condition }) => condition === 'inactive'),
    1,
  );
  const list = [
    ...targetsOf(working, 7),
    other,
    ...inactive,
    'blog.example.com',
    'status.example.com:8443',
    '10.0.12.7',
  ];
  const field = page.getByRole('textbox', { name: 'List of addresses' });
  await page.goto(`${demo.url}/coverage`);
  await waitForHydration(field);
  await field.fill(list.join('\n'));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('table')).toBeVisible();
  await takeAll(page, 'coverage');
});

test('no match', async ({ demo, page }) => {
  await openHydrated(page, `${demo.url}/monitors`);
  await page.goto(`${demo.url}/monitors?q=payroll&type=tcp&condition=down&region=-fra1`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await takeAll(page, 'no-match');
});

test('a mass outage', async ({ stack, page }) => {
  const { product } = await stack(
    { monitors: 400 },
    {
      before: ({ api }) => {
        const organization = api.organization();
        for (const { monitor_uuid, is_active, type, regions } of organization.monitors()) {
          if (is_active && type === 'https' && regions[0] === 'fra1')
            organization.editMonitor(monitor_uuid, { last_status: 'down' });
        }
      },
    },
  );
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('region', { name: 'What is down' })).toBeVisible();
  await expect(page.getByText('400 monitors, most urgent first')).toBeVisible();
  await takeAll(page, 'outage');
});

test('no monitors', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 0 });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible();
  await takeAll(page, 'empty');
});

test('a failure before anything was read', async ({ stack, page }) => {
  const { product } = await stack(
    { monitors: 25 },
    { waitForInventory: false, before: ({ api }) => api.inject({ kind: 'status', status: 500 }) },
  );
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('heading', { name: 'The API returned an error (500)' })).toBeVisible();
  await takeAll(page, 'failure');
});

test('partial', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 1204, limits: { minute: 10 } }, { waitForInventory: false });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByText(/\d of 1,204/).first()).toBeVisible();
  await takeAll(page, 'partial');
});

test('stale', async ({ stack, page }) => {
  const { product, referenceApi } = await stack(
    { limits: { minute: 600, daily: 1_000_000, monthly: 10_000_000 } },
    { env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' } },
  );
  await referenceApi.close();
  await openHydrated(page, `${product.url}/monitors`);
  await expect(async () => {
    await refreshButton(page).click();
    await expect(page.getByText(/Can’t reach the API/).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await takeAll(page, 'stale');
});

for (const [name, query] of [
  ['http', 'type=https&q=checkout+production'],
  ['tcp', 'type=tcp&condition=up'],
  ['never-checked', 'condition=pending'],
] as const) {
  test(`a monitor: ${name}`, async ({ demo, page }) => {
    await openHydrated(page, `${demo.url}/monitors?${query}`);
    await rowLinks(page).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Try it yourself' })).toBeVisible();
    if (name !== 'never-checked') await expect(page.getByRole('slider').first()).toBeVisible();
    await takeAll(page, `detail-${name}`);
  });
}

/** Waits until the past of the demo is recorded. */
async function withPast(demo: { url: string }): Promise<void> {
  await expect
    .poll(async () => {
      const { text } = await ask(`${demo.url}/api/changes/fleet`);
      return JSON.parse(text).data.slots.length;
    })
    .toBeGreaterThan(94);
}

test('the wall', async ({ demo, page }) => {
  await withPast(demo);
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [name, query] of [
    ['wall', ''],
    ['wall-well', '?condition=up'],
  ] as const) {
    await page.goto(`${demo.url}/wall${query}`);
    await expect(page.getByRole('region', { name: 'Last change of each monitor' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}${name}-dark-1920.png` });
  }
});

test('the changes', async ({ demo, page }) => {
  await withPast(demo);
  await page.goto(`${demo.url}/changes`);
  await expect(page.getByRole('slider', { name: /^Down, overdue and unknown/ })).toBeVisible();
  await takeAll(page, 'changes');
});

test('the report of a month', async ({ demo, page }) => {
  await page.goto(`${demo.url}/report?month=${new Date().toISOString().slice(0, 7)}`);
  await waitForHydration(page.getByRole('button', { name: 'Export' }));
  await takeAll(page, 'report');
});

test('the review', async ({ demo, page }) => {
  await withPast(demo);
  await openHydrated(page, `${demo.url}/review`);
  await takeAll(page, 'review');
});

test('the observed history of a monitor', async ({ demo, page }) => {
  await withPast(demo);
  const { text } = await ask(`${demo.url}/api/changes?kind=recovered&type=https&limit=1`);
  await openHydrated(page, `${demo.url}/monitors/${JSON.parse(text).data[0]?.monitor.monitor_uuid}`);
  const heading = page.getByRole('heading', { name: 'History' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('slider').first()).toBeVisible();
  await takeAll(page, 'observed', page.locator('section').filter({ has: heading }));
});

for (const [name, limits, spent, left] of [
  ['calm', {}, 0, 4180],
  ['near', { daily: 10 }, 8, 812],
  ['exhausted', { daily: 3 }, 2, 0],
] as const) {
  test(`usage: ${name}`, async ({ stack, page }) => {
    const { product } = await stack({ monitors: 25, limits }, { before: (api) => spend(api, spent) });
    // The day's figures fit the history that is drawn.
    await withHistory(page, dayWithRemaining(left), (now) => ({
      daily: {
        limit: 5000,
        remaining: left,
        resets_at: null,
        resets_at_local: null,
        runs_out_at: name === 'near' ? new Date(now + 7_200_000).toISOString() : null,
      },
    }));
    await openHydrated(page, `${product.url}/usage`);
    await expect(page.getByRole('slider')).toBeVisible();
    await takeAll(page, `usage-${name}`);
  });
}
