import { expect, type Page } from '@playwright/test';
import { installClock, pollWithClock, readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { setPreferences } from '../support/browser/preferences.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { spend } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';

// Most tests start their own product.
test.describe.configure({ mode: 'parallel' });

const banner = (page: Page) => page.getByRole('region', { name: 'API usage' });
const chip = (page: Page) => page.getByRole('button', { name: /^API requests left:/ });
const collapse = (page: Page) => page.getByRole('button', { name: 'Collapse API usage' });

/** Expects the background color of the banner to be a color token of app/globals.css. */
async function expectColor(page: Page, token: string) {
  const wanted = await page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = `var(${name})`;
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return color;
  }, token);
  await expect(banner(page)).toHaveCSS('background-color', wanted);
}

test('an expanded neutral banner on the list: the rest and the limit of each window, a meter, and the reset', async ({
  stack,
  page,
}) => {
  const { product } = await stack(
    { monitors: 25, limits: { minute: 60, daily: 5000, monthly: 100_000 } },
    { env: stoppedProductClock },
  );
  await setPreferences(page.context(), { usageBanner: 'expanded' });
  await page.goto(`${product.url}/monitors`);
  await expect(banner(page)).toContainText('This minute59/60 leftresets in');
  await expect(banner(page)).toContainText('Today4,999/5,000 leftThis month99,999/100,000 left');
  expect((await banner(page).boundingBox())?.height).toBe(32);
  await expectColor(page, '--surface');
  for (const [name, label, now, max] of [
    ['This minute', '59 of 60 left', '59', '60'],
    ['Today', '4,999 of 5,000 left', '4999', '5000'],
    ['This month', '99,999 of 100,000 left', '99999', '100000'],
  ] as const) {
    const meter = banner(page).getByRole('meter', { name });
    await expect(meter).toHaveAttribute('aria-valuenow', now);
    await expect(meter).toHaveAttribute('aria-valuemax', max);
    await expect(meter).toHaveAttribute('aria-valuetext', label);
  }
});

test('a page other than the list has one line in the header, which opens the usage page', async ({
  staticStack: { product },
  page,
}) => {
  await page.goto(`${product.url}/changes`);
  await expect(banner(page)).toHaveCount(0);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^API requests left: .* of today$/ })
    .click();
  await expect(page).toHaveURL(/\/usage$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await expect(banner(page), 'the page itself has the windows').toHaveCount(0);
});

test('while enough is left the list has one line in the header; an expanded banner stays, already in the server-rendered HTML', {
  tag: '@core',
}, async ({ staticStack: { product }, page, browser }) => {
  await openHydrated(page, `${product.url}/monitors`);
  await expect(banner(page)).toHaveCount(0);
  await expect(chip(page)).toHaveText(/^API requests left: [\d,]+\/100,000 this minute · >99 % of today$/);
  await chip(page).click();
  await expect(collapse(page)).toBeFocused();
  await expect(chip(page)).toBeHidden();

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`${product.url}/monitors`);
  await expect(banner(plain)).toBeVisible();
  await expect(chip(plain)).toBeHidden();
  await context.close();

  await collapse(page).click();
  await expect(chip(page)).toBeFocused();
  await expect(banner(page)).toHaveCount(0);
});

test('on a phone the expanded banner is one line that opens the usage page', async ({
  staticStack: { product },
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(chip(page)).toBeInViewport({ ratio: 1 });
  await chip(page).click();
  expect((await banner(page).boundingBox())?.height).toBe(32);
  await banner(page)
    .getByRole('link', { name: /^API requests left:/ })
    .click();
  await expect(page).toHaveURL(/\/usage$/);
  await expect(banner(page)).toHaveCount(0);
  await page.goBack();
  await collapse(page).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(chip(page)).toBeInViewport({ ratio: 1 });
});

test('a collapsed banner stays collapsed when a limit is used up, and a notice above the rows says so', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 25, limits: plenty }, { env: readsOnRequest });
  await installClock(page);
  await setPreferences(page.context(), { usageBanner: 'collapsed' });
  await openHydrated(page, `${product.url}/monitors`);
  referenceApi.api.inject({ kind: 'exhaust-quota', window: 'daily' });
  const notice = page.getByRole('status').filter({ hasText: /^Daily quota used up since/ });
  await pollWithClock(product, page, (soon) => soon(notice).toBeVisible());
  await expect(banner(page)).toHaveCount(0);
  await expect(chip(page)).toBeVisible();
});

/** Expects the usage page to show this label for this window, and none for the other windows. */
async function expectLabelOnUsagePage(page: Page, url: string, window: string, label: string) {
  await page.goto(`${url}/usage`);
  await expect(page.getByRole('region', { name: window, exact: true })).toContainText(label);
  const windows = page.getByRole('region').filter({ has: page.getByRole('meter') });
  await expect(windows.getByText(/^(Low|Used up)/)).toHaveCount(1);
  await expect(banner(page)).toBeVisible();
}

test('the banner is red with a countdown when the minute is used up, and the rows stay', async ({
  stack,
  page,
}) => {
  const { product } = await stack(
    { monitors: 25, limits: { minute: 3 } },
    { before: (api) => spend(api, 2), env: stoppedProductClock },
  );
  await openHydrated(page, `${product.url}/monitors`);
  await expect(banner(page)).toContainText('Rate limit reached.');
  await expect(banner(page)).toContainText('Refreshing resumes next minute.');
  await expect(page.getByRole('status').filter({ hasText: 'Rate limit reached.' })).toBeAttached();
  const countdown = banner(page).getByText(/^Retrying in \d+ s$/);
  await expect(countdown).toBeVisible();
  const before = await countdown.textContent();
  await expect(countdown).not.toHaveText(before ?? '');
  await expectColor(page, '--down-soft');
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(banner(page)).toContainText('This minute0/3');
  await expect(
    page.getByRole('main').getByText('Rate limit reached'),
    'the same cause is reported once',
  ).toHaveCount(0);
  await expectLabelOnUsagePage(page, product.url, 'This minute', 'Used up');
});

test('a banner in red is on every page, also on one without data; without a countdown where the reset is unknown', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product } = await stack(
    {},
    { before: ({ api }) => api.inject({ kind: 'exhaust-quota', window: 'monthly' }) },
  );
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly quota used up' })).toBeVisible();
  for (const path of ['/monitors', '/nowhere']) {
    await page.goto(`${product.url}${path}`);
    await expect(banner(page)).toContainText('Monthly quota used up. Refreshing resumes when it resets.');
    await expect(banner(page).getByText(/Retrying in/)).toHaveCount(0);
  }
  await expectLabelOnUsagePage(page, product.url, 'This month', 'Used up');
});
