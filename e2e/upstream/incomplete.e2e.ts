import { expect } from '@playwright/test';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { ask, readList, readPage, requestRefresh } from '../support/http/read.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty, type Stack } from '../support/products/stack.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

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

/** Removes the UUID from the first row of upstream's second page. */
async function withoutUuid(api: RunningReferenceApi): Promise<void> {
  const whole = await readPage(`${api.baseUrl}/monitors?per_page=100&page=2`, api.apiKey);
  const [{ monitor_uuid: _, ...odd } = {}, ...others] = whole.data;
  const body = JSON.stringify({ ...whole, data: [odd, ...others] });
  api.api.inject({ kind: 'malformed', body, url_contains: 'page=2' });
}

const token = 'scrape-0123456789-abcdef';

test('row 73: a row without a UUID is reported as missing everywhere; its monitor can be opened', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const running = await stack(
    { monitors: 200, limits: plenty },
    { before: withoutUuid, env: { ...readsOnRequest, SIGHTLINE_METRICS_TOKEN: token } },
  );
  const { product, referenceApi } = running;
  await waitForIncompleteInventory(running);
  const { pagination, meta } = await readList(product);
  expect(pagination.total).toBe(199);
  expect(meta.degraded).toBeNull();
  expect(meta.inventory).toMatchObject({
    state: 'incomplete',
    read: 199,
    total: 200,
    missing: { count: 1, reason: 'malformed_rows', kept: 0 },
  });

  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('status').filter(shown('199 of 200 monitors could be loaded'))).toContainText(
    '1 is missing: the API returned invalid data',
  );
  await expect(page.getByRole('group', { name: 'Counts' })).toContainText('199 of 200');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText(
    '1 of 200 monitors couldn’t be loaded. The file doesn’t include it',
  );

  const file = await ask(`${product.url}/api/monitors/export?format=csv`);
  expect(file.headers.get('content-disposition')).toMatch(/-incomplete\.csv"$/);
  expect(file.headers.get('sightline-missing')).toBe('1');
  const metrics = await ask(`${product.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(metrics.text).toContain('\nsightline_snapshot_complete 0\n');
  expect(metrics.text).toContain('\nsightline_monitors_missing 1\n');

  const odd = referenceApi.api.organization().monitors()[100];
  expect((await ask(`${product.url}/api/monitors/${odd?.monitor_uuid}`)).status).toBe(200);
  await page.goto(`${product.url}/monitors/${odd?.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: odd?.name ?? '' })).toBeVisible();

  referenceApi.api.clearFaults();
  await expect
    .poll(async () => JSON.parse((await requestRefresh(product)).text).meta.inventory.state)
    .toBe('complete');
});

test('row 81: before anything has been read, the API sends Retry-After, and the page shows that it is loading', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  // Longer than both the API response and the page's server-rendered HTML after it wait.
  const { product } = await stack(
    { monitors: 25 },
    { before: ({ api }) => api.inject({ kind: 'delay', ms: 60_000, times: 1 }), env: withoutDeadline },
  );
  const response = await ask(`${product.url}/api/monitors`);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(response.text)).toMatchObject({
    code: 'not_ready',
    error: expect.stringContaining('loading'),
  });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('status').filter(shown('Loading monitors; none received yet.'))).toBeVisible();
  await expect(rowLinks(page)).toHaveCount(25);
});
