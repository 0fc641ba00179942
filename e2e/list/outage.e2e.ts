import { expect } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { count, expectQuery, openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';

test('a mass outage is summarized by region, and each part of the summary is a filter', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack(
    { monitors: 200, limits: plenty },
    {
      before: ({ api }) => {
        for (const monitor of api.organization().monitors()) {
          const isHit = monitor.is_active && monitor.regions[0] === 'fra1' && monitor.type === 'https';
          if (isHit) api.organization().editMonitor(monitor.monitor_uuid, { last_status: 'down' });
        }
      },
      waitForInventory: true,
    },
  );
  const isDown = ({ is_active, last_status }: Monitor) => is_active && last_status === 'down';
  const allDown = referenceApi.api.organization().monitors().filter(isDown);
  const down = allDown.length;
  const here = allDown.filter(({ regions }) => regions[0] === 'fra1').length;
  expect(down, 'some are down elsewhere').toBeGreaterThan(here);
  expect(here).toBeGreaterThan(5);
  await openHydrated(page, `${product.url}/monitors`);
  const summary = page.getByRole('region', { name: 'What is down' });
  await summary.getByRole('button', { name: `${here} of ${down} down are in fra1` }).click();
  await expectQuery(page, 'condition=down&region=fra1');
  await expect(count(page, 'Down')).toHaveText(`Down${here} of ${down}`);
  await expect(count(page, 'Total')).toHaveText(`Total${here} of 200`);
});
