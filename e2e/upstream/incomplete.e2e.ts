import { expect } from '@playwright/test';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Stack } from '../support/products/stack.ts';

const shown = (text: string) => ({ hasText: text });

async function waitForIncompleteInventory({ product }: Stack): Promise<void> {
  await expect
    .poll(async () => (await ask(`${product.url}/api/monitors`)).text)
    .toContain('"state":"incomplete"');
}

test('row 72: a page always fails: the others and the number missing are shown; missing monitors can be opened', async ({
  stack,
  page,
}) => {
  const running = await stack(
    { monitors: 350, limits: { daily: 1000 } },
    { before: ({ api }) => api.inject({ kind: 'status', status: 500, url_contains: 'page=4' }) },
  );
  const { product, referenceApi } = running;
  await waitForIncompleteInventory(running);
  // The failed request also reached the API.
  expect(referenceApi.requests()).toBeLessThanOrEqual(5);
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('status').filter(shown('300 of 350 monitors could be loaded'))).toContainText(
    '50 are missing: a page of the list couldn’t be loaded',
  );
  await expect(page.getByRole('status').filter(shown('The API returned an error'))).toBeVisible();
  await expect(page.getByRole('group', { name: 'Counts' })).toContainText('300 of 350');
  await expect(rowLinks(page)).toHaveCount(25);
  const { pagination, meta } = await readList(product);
  expect(pagination.total).toBe(300);
  expect(meta.inventory).toMatchObject({ state: 'incomplete', read: 300, total: 350 });
  expect(meta.degraded).toMatchObject({ code: 'upstream_error' });

  const last = referenceApi.api.organization().monitors().at(-1);
  await page.goto(`${product.url}/monitors/${last?.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: last?.name ?? '' })).toBeVisible();
});
