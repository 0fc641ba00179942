import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { allVariants, desktop, expectAccessible, twoVariants } from '../support/browser/expect-accessible.ts';
import {
  facet,
  openHydrated,
  refreshButton,
  searchBox,
  waitForHydration,
} from '../support/browser/screen.ts';
import { spend } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';

/** Screens that change rarely: checked by the nightly run. */
const nightly = { tag: '@nightly' };

function monitorsOf({ referenceApi }: SharedStack) {
  return referenceApi.api.organization().monitors();
}

test('the list', { tag: '@core' }, async ({ staticStack, page }) => {
  // The oldest monitors, which include every condition.
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at&order=asc&per_page=10`);
  await expectAccessible(page, allVariants);
});

test('lists without rows', nightly, async ({ stack, page }) => {
  const { product } = await stack({ monitors: 0 });
  for (const query of ['', '?type=ping&is_active=false']) {
    await page.goto(`${product.url}/monitors${query}`);
    await expect(page.getByRole('heading', { name: /^No (monitors yet|matches)$/ })).toBeVisible();
    await expectAccessible(page);
  }
});

const isHttpsUp = ({ type, last_status }: Monitor) => type === 'https' && last_status === 'up';
const monitors: [string, (monitor: Monitor) => boolean][] = [
  ['up', isHttpsUp],
  ['tcp', ({ type }) => type === 'tcp'],
  ['down', (monitor) => monitor.is_active && monitor.last_status === 'down'],
  ['never checked', (monitor) => monitor.is_active && monitor.last_check_at === null],
  ['in maintenance', (monitor) => monitor.maintenance_mode],
];
for (const [name, wanted] of monitors) {
  test(`a monitor: ${name}`, name === 'up' ? { tag: '@core' } : nightly, async ({ staticStack, page }) => {
    const monitor = monitorsOf(staticStack).find(wanted);
    await openHydrated(page, `${staticStack.product.url}/monitors/${monitor?.monitor_uuid}`);
    await expectAccessible(page, name === 'up' ? allVariants : undefined);
  });
}

for (const [name, query, ready] of [
  ['with filters', 'type=-tcp&maintenance_mode=false&condition=inactive', 'text="Clear"'],
  ['with marked words of a search', 'q=e', 'mark'],
] as const) {
  test(`the list ${name}`, nightly, async ({ staticStack, page }) => {
    await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10&${query}`);
    await expect(page.locator(ready).first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('a failure with a red banner above it', { tag: '@nightly' }, async ({ stack, page }) => {
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

test('an amber banner and a notice of stale data', { tag: '@nightly' }, async ({ stack, page }) => {
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

/** The popups of the list: title, role, and a function that opens the popup. */
const popups: readonly [title: string, within: 'dialog' | 'menu', open: (page: Page) => Promise<unknown>][] =
  [
    [
      'the appearance',
      'menu',
      async (page) => {
        await page.getByRole('button', { name: 'Preferences' }).click();
        await expect(page.getByRole('menuitemradio')).toHaveCount(7);
      },
    ],
    [
      'the keyboard shortcuts',
      'dialog',
      async (page) => {
        await page.keyboard.press('?');
        await expect(page.getByRole('switch')).toBeVisible();
      },
    ],
    [
      'the columns',
      'menu',
      async (page) => {
        await page.getByRole('button', { name: 'Columns' }).click();
        await expect(page.getByRole('menuitemcheckbox', { name: 'UUID' })).toBeVisible();
      },
    ],
    [
      'the values of a filter',
      'dialog',
      async (page) => {
        await facet(page, 'Type').trigger.click();
        await expect(facet(page, 'Type').popup).toBeVisible();
      },
    ],
    [
      'the views',
      'dialog',
      async (page) => {
        await page.getByRole('button', { name: 'Views' }).click();
        await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
      },
    ],
  ];

// The list below is not checked again: buttons that a popup covers are no targets while it is open.
test('all popups of the list', nightly, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10&type=-tcp&type=https`);
  for (const [title, role, open] of popups) {
    await test.step(title, async () => {
      await page.setViewportSize(desktop);
      await open(page);
      await expectAccessible(page, twoVariants, `[role=${role}]`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
    });
  }
});

test('the command palette: with results, and without', nightly, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=10`);
  await page.getByRole('button', { name: 'Jump to a monitor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jump to a monitor' });
  await expect(dialog.getByText('248 monitors.')).toBeVisible();
  await expectAccessible(page, twoVariants, '[role=dialog]');
  await dialog.getByRole('combobox').fill('nothing is called this');
  await expect(dialog.getByText('No match.')).toBeVisible();
  await expectAccessible(page, twoVariants, '[role=dialog]');
});

test('no match', nightly, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?type=https&region=-fra1`);
  await searchBox(page).fill('nothing is called this');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
});

test('a partially read list', nightly, async ({ stack, page }) => {
  const { product } = await stack({ monitors: 10_000, limits: { minute: 10 } }, { waitForInventory: false });
  await openHydrated(page, `${product.url}/monitors?per_page=10`);
  await expect(page.getByText(/ of 10,000 monitors loaded/)).toBeVisible();
  await expectAccessible(page);
});
