import { expect } from '@playwright/test';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { expectBriefly, waitForHydration } from '../support/browser/screen.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import { readsOnce } from '../support/products/stack.ts';

test('unknown URLs have status 404, an explanation and a link to the list, also on a phone', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const addresses = [
    {
      path: '/nowhere',
      status: 404,
      heading: 'Page not found',
      advice: ['Sightline has no page at this address'],
    },
    {
      path: '/monitors/not-a-uuid',
      status: 200,
      code: 'invalid_parameter',
      heading: 'Not the address of a monitor',
      advice: ['ends in its ID, of 36 characters', 'Find the monitor in the list'],
    },
    {
      path: '/monitors/00000000-0000-4000-8000-000000000000',
      status: 404,
      code: 'monitor_not_found',
      heading: 'Monitor not found',
      advice: ['Not in the list that was read', 'created since, deleted, or in another organization'],
    },
  ];
  for (const { path, status, ...shown } of addresses) {
    await page.setViewportSize({ width: 1280, height: 720 });
    const response = await page.goto(`${staticStack.product.url}${path}`);
    expect(response?.status(), path).toBe(status);
    await expectExplained(page, shown);
    if (shown.code === 'invalid_parameter') {
      await expect(page.getByRole('button', { name: 'Try again' }), 'it would never help').toHaveCount(0);
    }
    // On a phone an error keeps the distance from the edges that other pages have.
    await page.setViewportSize({ width: 360, height: 740 });
    const box = await page.getByRole('region', { name: shown.heading }).boundingBox();
    expect(box, path).toMatchObject({ x: 12, width: 336 });
  }
  await page.getByRole('main').getByRole('link', { name: 'All monitors' }).click();
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('a monitor created since the list was read is not called deleted, and is shown once it has been read again', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack({ monitors: 3 }, { env: { ...movableClock, ...readsOnce } });
  const organization = referenceApi.api.organization();
  const [existing] = organization.monitors();
  if (existing === undefined) throw new Error('a monitor');
  const created = { ...existing, monitor_uuid: '00000000-0000-4000-8000-00000000000c', name: 'Just created' };
  organization.addMonitor(created);
  const before = referenceApi.requests();
  await page.goto(`${product.url}/monitors/${created.monitor_uuid}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    /Not in the list that was read \d+ (s|min) ago: created since, deleted, or in another organization\./,
  );
  await expect(main).toContainText('If it was just created, wait until the list has been read again.');
  await expect(main).toContainText(/Retrying in \d+ (min|h)/);
  const tryAgain = main.getByRole('button', { name: 'Try again' });
  await waitForHydration(tryAgain);
  await expectBriefly(
    page.getByText(/^This monitor isn’t in the list read \d+ (s|min) ago/),
    tryAgain.click(),
  );
  expect(referenceApi.requests() - before, 'nobody has asked the API').toBe(0);
  await advanceHours(1, product);
  await expect(page.getByRole('heading', { level: 1, name: 'Just created' })).toBeVisible();
  await expect(page).toHaveTitle(/Just created/);
});
