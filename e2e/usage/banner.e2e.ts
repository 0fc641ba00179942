import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { spend } from '../support/read.ts';
import { openLive, rowLinks } from '../support/screen.ts';

// Each test has a product of its own.
test.describe.configure({ mode: 'parallel' });

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'requests' });
const chip = (page: Page) => page.getByRole('button', { name: /^API requests left:/ });

/** Whether a notice is drawn in the colour of one of the tokens of app/globals.css. */
async function expectColour(page: Page, token: string) {
  const wanted = await page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = `var(${name})`;
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  }, token);
  await expect(banner(page).locator(':scope > *')).toHaveCSS('background-color', wanted);
}

test('while all is well there is no banner, only a chip with what is left', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 25, limits: { minute: 60, daily: 5000, monthly: 100_000 } });
  await openLive(page, `${product.url}/monitors`);
  await expect(chip(page)).toHaveText('API requests left: 59/60 this minute · 99 % of today');
  await expect(banner(page)).toHaveCount(0);

  await chip(page).click();
  const popup = page.getByRole('dialog', { name: 'API requests left' });
  await expect(popup.getByRole('meter')).toHaveCount(3);
  const meters = [
    ['This minute', '59 of 60 left', '59', '60'],
    ['Today', '4,999 of 5,000 left', '4999', '5000'],
    ['This month', '99,999 of 100,000 left', '99999', '100000'],
  ] as const;
  for (const [name, words, now, max] of meters) {
    const meter = popup.getByRole('meter', { name });
    await expect(meter).toHaveAttribute('aria-valuenow', now);
    await expect(meter).toHaveAttribute('aria-valuemax', max);
    await expect(meter).toHaveAttribute('aria-valuetext', words);
    await expect(popup.getByText(words)).toBeVisible();
  }
  await expect(popup.getByText(/^resets in (\d+ s|1 min)$/)).toHaveCount(1);
  await expect(popup.getByText('reset time unknown')).toHaveCount(2);
  await expect(popup).toContainText('The API does not publish when its day and month begin.');
});

/** What the usage page says of this window, as a word beside its meter; of no other one does it say anything. */
async function expectWordOnUsage(page: Page, url: string, window: string, word: string) {
  await page.goto(`${url}/usage`);
  await expect(page.getByRole('region', { name: window, exact: true })).toContainText(word);
  await expect(page.getByText(/^(Low|Used up)/)).toHaveCount(1);
  await expect(banner(page)).toBeVisible();
}

const plenty = { daily: 1_000_000, monthly: 10_000_000 };
for (const [window, limits, words, consequence] of [
  [
    'This minute',
    { ...plenty, minute: 10 },
    '10 % of this minute’s requests are left.',
    'Everybody who uses the',
  ],
  ['Today', { daily: 10 }, '10 % of today’s requests are left.', 'Refreshing every 1 d instead of 30 s'],
  [
    'This month',
    { monthly: 10 },
    '10 % of this month’s requests are left.',
    'Refreshing every 1 d instead of 30 s',
  ],
] as const) {
  test(`amber when it runs low: ${window}`, async ({ stack, page }) => {
    // Others take 8; reading the 25 monitors takes one.
    const { product } = await stack({ monitors: 25, limits }, { before: (api) => spend(api, 8) });
    await openLive(page, `${product.url}/monitors`);
    await expect(banner(page)).toContainText(words);
    await expect(banner(page)).toContainText(consequence);
    await expectColour(page, '--overdue-soft');
    await expect(rowLinks(page)).toHaveCount(25);
    await expectWordOnUsage(page, product.url, window, 'Low: 10 %');
  });
}

test('red with a countdown when the minute is used up, and the rows stay', async ({ stack, page }) => {
  const { product } = await stack(
    { monitors: 25, limits: { minute: 3 } },
    { before: (api) => spend(api, 2) },
  );
  await openLive(page, `${product.url}/monitors`);
  await expect(banner(page)).toContainText('This minute’s requests are used up.');
  await expect(banner(page)).toContainText('What you see stays as it was read.');
  const countdown = banner(page).getByText(/^Again in \d+ s\.$/);
  await expect(countdown).toBeVisible();
  const before = await countdown.textContent();
  await expect(countdown).not.toHaveText(before ?? '');
  await expectColour(page, '--down-soft');
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(chip(page)).toContainText('0/3');
  await expectWordOnUsage(page, product.url, 'This minute', 'Used up');
});

test('red without a countdown when the day is used up: its end is not published', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 25, limits: { daily: 3 } }, { before: (api) => spend(api, 2) });
  await openLive(page, `${product.url}/monitors`);
  await expect(banner(page)).toContainText('Today’s requests are used up.');
  await expect(banner(page)).toContainText('The API does not publish when its day begins.');
  await expect(banner(page).getByText(/Again in/)).toHaveCount(0);
  await expectColour(page, '--down-soft');
  await expect(rowLinks(page)).toHaveCount(25);
  await expectWordOnUsage(page, product.url, 'Today', 'Used up');
});

test('the banner stands on every page, also where nothing can be shown', async ({ stack, page }) => {
  const { product } = await stack(
    {},
    { before: ({ api }) => api.inject({ kind: 'exhaust-quota', window: 'monthly' }) },
  );
  await page.goto(`${product.url}/monitors`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'This month’s requests are used up' }),
  ).toBeVisible();
  for (const path of ['/monitors', '/nowhere']) {
    await page.goto(`${product.url}${path}`);
    await expect(banner(page)).toContainText('This month’s requests are used up.');
  }
  await expectWordOnUsage(page, product.url, 'This month', 'Used up');
});
