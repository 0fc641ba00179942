import { expect } from '@playwright/test';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { chip, count, expectQuery, facet, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { startWithMonitors } from '../support/products/start-with-monitors.ts';

test('row 28: an unknown status is listed, counted, filtered and exported as unknown, never as up', async ({
  page,
}) => {
  const { product, stop } = await startWithMonitors(() =>
    ['up', 'degraded', 'down'].map((last_status) => ({
      last_status,
      last_check_at: new Date().toISOString(),
    })),
  );
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page, 'unknown is not down').toHaveTitle(/^\(1\) Monitors/);
  await expect(rowLinks(page)).toHaveText(['Monitor 3', 'Monitor 2', 'Monitor 1']);
  const row = page.getByRole('row').filter({ hasText: 'Monitor 2' });
  await expect(row).toContainText('Unknown: degraded');
  for (const label of ['Unknown', 'Up', 'Down']) {
    await expect(count(page, label)).toHaveAccessibleName(`${label} 1`);
  }

  await count(page, 'Unknown').click();
  await expect(rowLinks(page)).toHaveText(['Monitor 2']);
  await expectQuery(page, 'condition=unknown');
  await expect(chip(page, 'Condition: Unknown')).toBeVisible();
  await page.goBack();
  await facet(page, 'Condition').exclude('Unknown');
  await expect(rowLinks(page)).toHaveText(['Monitor 3', 'Monitor 1']);
  await page.goBack();
  await count(page, 'Up').click();
  await expect(rowLinks(page)).toHaveText(['Monitor 1']);

  const exported = async (condition: string) =>
    (await ask(`${product.url}/api/monitors/export?format=csv&condition=${condition}`)).text;
  expect(await exported('unknown')).toContain('Monitor 2');
  expect(await exported('up')).not.toContain('Monitor 2');
  const { meta } = await readList(product);
  expect(meta.inventory.counts?.condition).toMatchObject({ up: 1, unknown: 1, down: 1 });

  await page.setViewportSize({ width: 360, height: 800 });
  await openHydrated(page, `${product.url}/monitors`);
  await expect(row).toContainText('Unknown: degraded');
  await expect(count(page, 'Unknown')).toBeVisible();
  await expectAccessible(page, allVariants);
  await stop();
});

test('where every status is known, there is no count of unknown ones', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(count(page, 'Overdue')).toBeVisible();
  await expect(count(page, 'Unknown')).toHaveCount(0);
  await page.goto(`${staticStack.product.url}/monitors?condition=unknown`);
  await expect(count(page, 'Unknown')).toHaveAttribute('aria-pressed', 'true');
});
