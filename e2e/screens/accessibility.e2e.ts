import { expect } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { desktop, expectAccessible, twoVariants } from '../support/browser/expect-accessible.ts';
import { openHydrated, refreshButton, waitForHydration } from '../support/browser/screen.ts';
import { spend } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';

/** Screens that change rarely: checked by the nightly run. */
const nightly = { tag: '@nightly' };

const monitors: ((monitor: Monitor) => boolean)[] = [
  ({ type, last_status }) => type === 'https' && last_status === 'up',
  ({ type }) => type === 'tcp',
  ({ is_active, last_status }) => is_active && last_status === 'down',
  ({ is_active, last_check_at }) => is_active && last_check_at === null,
  ({ maintenance_mode }) => maintenance_mode,
];

test('lists and monitors in many states', nightly, async ({ staticStack, page }) => {
  const all = staticStack.referenceApi.api.organization().monitors();
  const screens: [path: string, ready: string][] = [
    // The oldest monitors, which include every condition.
    ['/monitors?sort=created_at&order=asc&per_page=10', 'table'],
    ['/monitors?per_page=10&type=-tcp&maintenance_mode=false&condition=inactive', 'text="Clear"'],
    ['/monitors?per_page=10&q=e', 'mark'],
    ['/monitors?type=https&region=-fra1&q=nothing+is+called+this', 'text="No matches"'],
    ...monitors.map((wanted): [string, string] => [
      `/monitors/${all.find(wanted)?.monitor_uuid}`,
      'main[aria-busy="false"]',
    ]),
  ];
  for (const [path, ready] of screens) {
    await test.step(path, async () => {
      await page.setViewportSize(desktop);
      await page.goto(`${staticStack.product.url}${path}`);
      await expect(page.locator(ready).first()).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test('a failure with a red banner above it', nightly, async ({ stack, page }) => {
  const { product } = await stack(
    {},
    {
      before: ({ api }) => api.inject({ kind: 'exhaust-quota', window: 'minute' }),
      env: stoppedProductClock,
    },
  );
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('status').filter({ hasText: 'Rate limit reached.' })).toBeAttached();
  await expectAccessible(page);
});

test('an amber banner and a notice of stale data', nightly, async ({ stack, page }) => {
  const { product } = await stack(
    { monitors: 25, limits: { daily: 10 } },
    { before: (api) => spend(api, 8), waitForInventory: true },
  );
  await openHydrated(page, `${product.url}/monitors?per_page=10`);
  // The banner is loaded lazily, which must be complete before the product stops.
  await waitForHydration(page.getByText('10 % of today’s requests left.', { exact: true }).first());
  await product.stop();
  await refreshButton(page).click();
  await expect(page.getByText('Can’t reach Sightline')).toBeVisible();
  await expectAccessible(page);
});

// The list below is not checked again: buttons that a popup covers are no targets while it is open.
test('all popups of the list', nightly, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10&type=-tcp&type=https`);
  const openers = ['Preferences', 'Keyboard shortcuts', 'Columns', /^Type/, 'Views'];
  for (const name of openers) {
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name }).first().click();
    const popup = page.locator('[role=dialog], [role=menu]');
    const part = popup.locator('button, [role^=menuitem]').filter({ visible: true });
    await expect(part.first()).toBeVisible();
    await expectAccessible(page, twoVariants, '[role=dialog], [role=menu]');
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
});

test('the command palette: with results, and without', nightly, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10`);
  await page.getByRole('button', { name: 'Jump to a monitor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jump to a monitor' });
  await expect(dialog.getByText('248 monitors.')).toBeVisible();
  await expectAccessible(page, twoVariants, '[role=dialog]');
  await dialog.getByRole('combobox').fill('nothing is called this');
  await expect(dialog.getByText('No monitor matches.')).toBeVisible();
  await expectAccessible(page, twoVariants, '[role=dialog]');
});
