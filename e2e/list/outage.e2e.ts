import { expect } from '@playwright/test';
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
  const all = referenceApi.api.organization().monitors();
  const down = all.filter(({ is_active, last_status }) => is_active && last_status === 'down').length;
  const inRegion = all.filter(({ regions }) => regions[0] === 'fra1');
  const downInRegion = inRegion.filter(({ is_active, last_status }) => is_active && last_status === 'down');
  const here = downInRegion.length;
  expect(down, 'some are down elsewhere').toBeGreaterThan(here);
  expect(here).toBeGreaterThan(5);
  await openHydrated(page, `${product.url}/monitors`);
  const summary = page.getByRole('region', { name: 'What is down' });
  await summary.getByRole('button', { name: `${here} of ${down} down are in fra1` }).click();
  await expectQuery(page, 'condition=down&region=fra1');
  await expect(count(page, 'Down')).toHaveText(`Down${here} of ${down}`);
  await expect(count(page, 'Total')).toHaveText(`Total${here} of 200`);
});
