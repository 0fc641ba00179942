import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { hoursLater, movableClock } from '../support/hour-later.ts';
import { spend } from '../support/read.ts';
import { rowLinks } from '../support/screen.ts';

// Each test has a product of its own.
test.describe.configure({ mode: 'parallel' });

/** Opens a page that cannot be filled. The browser then asks once for itself: after that, buttons work. */
async function openFailing(page: Page, url: string): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().includes('/api/monitors'));
  await page.goto(url);
  await asked;
}

test('the rows come by themselves once the failure is over', async ({ stack, page }) => {
  const { product, referenceApi } = await stack({}, { before: ({ api }) => api.inject({ kind: 'reset' }) });
  await openFailing(page, `${product.url}/monitors`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  referenceApi.api.clearFaults();
  // The server tries again 5 seconds after the failure, and the page asks it every 5 seconds.
  await expect(rowLinks(page)).toHaveCount(25, { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('"Try again" says the same while it lasts, and then brings what is there', async ({ stack, page }) => {
  const { product, referenceApi } = await stack(
    {},
    { before: ({ api }) => api.inject({ kind: 'status', status: 503 }) },
  );
  const [monitor] = referenceApi.api.organization().monitors();
  let underWay = 0;
  page.on('request', () => {
    underWay += 1;
  });
  const ended = () => {
    underWay -= 1;
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  await page.clock.install();
  await openFailing(page, `${product.url}/monitors/${monitor?.monitor_uuid}`);
  await expect(page.getByRole('heading', { name: 'The API returned an error' })).toBeVisible();
  // The page's own timers stand still, and what they began is over: it asks for nothing by itself.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await expect.poll(() => underWay).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The API returned status 503.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The API returned an error' })).toBeVisible();

  referenceApi.api.clearFaults();
  // After many failures in a row the API is left alone for a moment, which is said.
  await expect(async () => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: monitor?.name ?? '' })).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 20_000 });
});

test('rate_limited counts down, and reads the list when the minute is over', async ({ stack, page }) => {
  const wall = { ahead: 0 };
  const { product } = await stack(
    { monitors: 25, clock: () => Date.now() + wall.ahead, limits: { minute: 1 } },
    // Somebody else spends the minute's only request.
    { before: (api) => spend(api, 1), env: movableClock },
  );

  await page.clock.install();
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rate limit reached' })).toBeVisible();
  const countdown = page.getByRole('main').getByText(/^Retrying in \d+ (s|min)$/);
  const before = await countdown.textContent();
  await expect(countdown).not.toHaveText(before ?? '');
  // Then it is asked for by itself, and not as somebody's own request, which goes before others.
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  wall.ahead = 3_600_000;
  await hoursLater(1, product, page);
  await expect(rowLinks(page)).toHaveCount(25);
  expect(posted).toEqual([]);
});
