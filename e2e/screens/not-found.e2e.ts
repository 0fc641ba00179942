import { expect } from '@playwright/test';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { expectBriefly, waitForHydration } from '../support/browser/screen.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { readsOnce, test } from '../support/products/fixtures.ts';

test('unknown URLs have status 404 and a link to the list, also on a phone', async ({
  staticStack,
  page,
}) => {
  await test.step('unknown URLs have status 404 and a link to the list', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const addresses = [
      { path: '/nowhere', code: 'not_found', heading: 'Page not found', advice: ['Go to the monitor list'] },
      {
        path: `/monitors/${unknown}`,
        code: 'monitor_not_found',
        heading: 'Monitor not found',
        advice: ['Not in the list that was read', 'created since, deleted, or in another organization'],
      },
    ];
    for (const { path, ...shown } of addresses) {
      const response = await page.goto(`${staticStack.product.url}${path}`);
      expect(response?.status(), path).toBe(404);
      await expectExplained(page, shown);
    }
    await page.getByRole('main').getByRole('link', { name: 'All monitors' }).click();
    await expect(page.getByText('1–25 of 248')).toBeVisible();
  });

  await test.step('on a phone, an error keeps the distance from the edges that other pages have', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const removed = '00000000-0000-4000-8000-000000000000';
    for (const [path, heading] of [
      ['/nowhere', 'Page not found'],
      [`/monitors/${removed}`, 'Monitor not found'],
      ['/monitors/not-a-uuid', 'Invalid monitor ID'],
    ] as const) {
      await page.goto(`${staticStack.product.url}${path}`);
      const box = await page.getByRole('region', { name: heading }).boundingBox();
      expect(box, path).toMatchObject({ x: 12, width: 336 });
    }
  });
});

test('a URL with an invalid UUID is reported, without an upstream request', async ({ quiet, page }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  await page.goto(`${product.url}/monitors/not-a-uuid`);
  await expectExplained(page, {
    code: 'invalid_parameter',
    heading: 'Invalid monitor ID',
    advice: ['must be a UUID', 'go to the monitor list'],
  });
  await expect(page.getByRole('button', { name: 'Try again' }), 'it would never help').toHaveCount(0);
  expect(referenceApi.requests() - before).toBe(0);
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
