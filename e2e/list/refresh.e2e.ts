import { expect } from '@playwright/test';
import { plenty, test } from '../support/fixtures.ts';
import { pollWithClock, readsOnRequest } from '../support/poll-with-clock.ts';
import { openLive, refreshButton, rowLinks } from '../support/screen.ts';

test('rows change by themselves, and scroll and focus stay', async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ limits: plenty }, { env: readsOnRequest });
  const organization = referenceApi.api.organization();
  const monitors = organization.monitors();
  const [first, , , , , , , , down, , , , renamed] = monitors;
  await page.clock.install();
  await openLive(page, `${product.url}/monitors?sort=created_at`);
  const focused = rowLinks(page).nth(10);
  await focused.focus();
  await page.evaluate(() => window.scrollTo(0, 120));

  organization.editMonitor(renamed?.monitor_uuid ?? '', {
    name: 'Renamed elsewhere to something much longer',
  });
  organization.editMonitor(down?.monitor_uuid ?? '', { is_active: true, last_status: 'down' });
  organization.editMonitor(first?.monitor_uuid ?? '', { is_active: false });

  const rows = page.getByRole('row');
  await pollWithClock(product, page, async () => {
    await expect(rowLinks(page).nth(12)).toHaveText('Renamed elsewhere to something much longer', {
      timeout: 500,
    });
  });
  await expect(rows.nth(9).getByRole('cell').first()).toHaveText(/^Down/);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('Inactive');
  await expect(focused).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(120);
});

test('the list says how old it is, and Refresh asks again', async ({ stack, page }) => {
  const { product, referenceApi } = await stack();
  await openLive(page, `${product.url}/monitors`);
  const before = referenceApi.requests();
  const refresh = refreshButton(page);
  await expect(refresh).toHaveText(/^Refresh, as of \d+ s ago$/);

  const asked = page.waitForResponse((response) => response.url().includes('/api/monitors?'));
  await refresh.click();
  // Nothing newer has been read, and the browser, which holds it, is told so without a body.
  expect((await asked).status()).toBe(304);
  await expect(rowLinks(page)).toHaveCount(25);
  expect(referenceApi.requests() - before, 'asking costs nothing').toBe(0);
});

test('an open monitor says when it was read, and Refresh asks again', async ({ stack, page }) => {
  const { product, referenceApi } = await stack();
  const [monitor] = referenceApi.api.organization().monitors();
  const path = `/monitors/${monitor?.monitor_uuid}`;
  const answered = () => page.waitForResponse((response) => response.url().endsWith(`/api${path}`));
  const whole = answered();
  await openLive(page, `${product.url}${path}`);
  const tag = await (await whole).headerValue('etag');
  await expect(page.getByText('Data fetched')).toBeVisible();
  // Until the answer has been taken in, asking again could not say which one is known.
  await expect(page.getByText('loading…')).toHaveCount(0);
  const asked = answered();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const again = await asked;
  expect(await again.request().headerValue('if-none-match')).toBe(tag);
  expect(again.status()).toBe(304);
  await expect(page.getByRole('heading', { level: 1, name: monitor?.name ?? '' })).toBeVisible();
});
