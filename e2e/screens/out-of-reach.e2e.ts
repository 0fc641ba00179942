import { expect } from '@playwright/test';
import { plenty, test } from '../support/fixtures.ts';
import { pollWithClock, readsOnRequest } from '../support/poll-with-clock.ts';
import { openLive, refreshButton, rowLinks } from '../support/screen.ts';

test('Sightline itself out of reach: the rows stay and it is said, without anything to be loaded for it', async ({
  still,
  page,
}) => {
  await openLive(page, `${still.product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  await page.route('**/*', (route) => route.abort());
  await refreshButton(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'Can’t reach Sightline' });
  await expect(notice).toContainText(/Showing data from \d+ (s|min) ago/);
  await expect(rowLinks(page)).toHaveCount(25);
  const above = await notice.boundingBox();
  const rows = await page.getByRole('table').boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0);

  // What was not read before cannot be shown.
  await page.getByRole('columnheader', { name: 'Target' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Can’t reach Sightline' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Check your network connection');
  await expect(page.getByRole('searchbox')).toBeVisible();

  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(notice).toHaveCount(0);
});

test('what could not be loaded while Sightline was out of reach blames nothing else later', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack({ limits: plenty }, { env: readsOnRequest });
  await page.clock.install();
  await openLive(page, `${product.url}/monitors`);
  await page.waitForLoadState('networkidle');
  await page.route('**/*', (route) => route.abort());
  await refreshButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Sightline' })).toBeVisible();
  await page.unroute('**/*');
  referenceApi.api.inject({ kind: 'status', status: 503 });
  const notice = page.getByRole('status').filter({ hasText: 'Showing data' });
  await pollWithClock(product, page, () => expect(notice).toContainText('API', { timeout: 500 }));
  await expect(notice).not.toContainText('Can’t reach Sightline');
});

test('Sightline started anew, with nothing read yet: the rows stay, and it is said how old they are', async ({
  still,
  page,
}) => {
  await openLive(page, `${still.product.url}/monitors`);
  const message = 'Monitors are loading for the first time. Try again in a moment.';
  const nothingYet = {
    error: message,
    code: 'not_ready',
    request_id: 'r',
    retry_at: new Date().toISOString(),
  };
  await page.route('**/api/monitors?*', (route) => route.fulfill({ status: 503, json: nothingYet }));
  await page.route('**/api/monitors', (route) => route.fulfill({ status: 503, json: nothingYet }));
  await refreshButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Showing data' })).toContainText(
    'Not everything has been read yet',
  );
  await expect(page.getByText(/monitors loaded/)).toHaveCount(0);
  await expect(rowLinks(page)).toHaveCount(25);
});

test('what cannot be read stays explained while it is tried again', async ({ still, page }) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors`);
  await page.route('**/api/monitors?*', (route) => route.abort());
  await page.getByRole('columnheader', { name: 'Target' }).getByRole('button').click();
  const picture = page.getByRole('heading', { level: 1, name: 'Can’t reach Sightline' });
  await expect(picture).toBeVisible();
  await page.unroute('**/api/monitors?*');
  // The next try waits for its answer.
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/monitors?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const tried = page.waitForRequest(/\/api\/monitors\?/);
  await page.clock.fastForward(5000);
  await tried;
  await page.clock.runFor(500);
  await expect(picture).toBeVisible();
  await expect(rowLinks(page)).toHaveCount(0);
  answer.resolve();
  await expect(rowLinks(page)).toHaveCount(25);
});
