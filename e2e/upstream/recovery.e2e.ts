import { expect } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { spend } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';

test('rate_limited shows a countdown, and the list is read when the minute is over', async ({
  stack,
  page,
}) => {
  // The minute of the API ends only when the test says so.
  const wall = { now: Date.now() };
  const { product } = await stack(
    { monitors: 25, clock: () => wall.now, limits: { minute: 1 } },
    // Another client spends the minute's only request.
    { before: (api) => spend(api, 1), env: movableClock },
  );

  await page.clock.install();
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rate limit reached' })).toBeVisible();
  const countdown = page.getByRole('main').getByText(/^Retrying in \d+ (s|min)$/);
  const before = await countdown.textContent();
  await expect(countdown).not.toHaveText(before ?? '');
  // The list is then polled, not refreshed by an explicit request, which would have priority.
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  wall.now += 3_600_000;
  await advanceHours(1, product, page);
  await expect(rowLinks(page)).toHaveCount(25);
  expect(posted).toEqual([]);
});
