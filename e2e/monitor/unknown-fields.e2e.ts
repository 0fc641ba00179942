import { expect, type Page } from '@playwright/test';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { fact } from '../support/browser/monitor-page.ts';
import { openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { startWithMonitors } from '../support/products/start-with-monitors.ts';

/** The cell of a row below a heading. */
async function cell(page: Page, monitor: string, heading: string) {
  const headings = await page.getByRole('columnheader').allInnerTexts();
  const place = headings.findIndex((text) => text.startsWith(heading));
  return page.getByRole('row').filter({ hasText: monitor }).getByRole('cell').nth(place);
}

test('row 89: fields that cannot be understood are unknown in the list and on the page; all others are shown', async ({
  page,
}) => {
  const odd = { regions: null, created_at: '2025-02-30T03:04:05Z', last_response_time_ms: -1, interval: 0 };
  const none = { name: 7, target: null, type: {}, last_check_at: 'yesterday', is_active: 'yes', port: -1 };
  const { product, stop } = await startWithMonitors(() => [
    { ...odd, last_check_at: new Date().toISOString() },
    { ...none, maintenance_mode: null, http_method: 3, timeout_ms: Number.MAX_VALUE },
    { last_check_at: new Date().toISOString() },
  ]);
  await openHydrated(page, `${product.url}/monitors`);
  await expect(page.getByRole('status').filter({ hasText: 'missing' }), 'no row is missing').toHaveCount(0);
  for (const heading of ['Region', 'Interval', 'Response']) {
    await expect(await cell(page, 'Monitor 1', heading)).toHaveText('Unknown', { useInnerText: true });
  }
  for (const heading of ['Type', 'Target', 'Last check']) {
    await expect(await cell(page, 'Unknown name', heading)).toContainText('Unknown');
  }
  await expect(await cell(page, 'Unknown name', 'Condition')).toHaveText('Unknown');
  await expect(await cell(page, 'Monitor 1', 'Condition')).toHaveText('Up');

  await page.getByRole('link', { name: 'Monitor 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor 1' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'shown as unknown' })).toContainText(
    /^4 values are missing or don’t match the API’s specification/,
  );
  await expect(fact(page, 'Interval')).toHaveText('Unknown');
  await expect(fact(page, 'Last check')).toContainText('ago');
  await page.goBack();
  await page.getByRole('link', { name: 'Unknown name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown name' })).toBeVisible();
  await expect(fact(page, 'Type')).toHaveText('Unknown');
  await expect(page.getByText('Unknown target')).toBeVisible();
  await expect(page.getByText('The type is unknown.')).toBeVisible();
  await expectAccessible(page, allVariants);
  await expect(page.getByRole('main')).not.toContainText(/NaN|Invalid Date|undefined/);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${product.url}/monitors/00000000-0000-4000-8000-000000000003`);
  await expect(fact(page, 'Created')).toContainText('2025');
  await expect(page.getByRole('status').filter({ hasText: 'shown as unknown' })).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${product.url}/monitors`);
  for (const [name, text] of [
    ['Unknown name', 'Unknown target'],
    ['Unknown name', 'Unknown type'],
    ['Unknown name', 'Unknown last check'],
    ['Monitor 1', 'Unknown region'],
  ] as const) {
    await expect(page.getByRole('row').filter({ hasText: name }), 'on its card').toContainText(text);
  }
  await stop();
});
