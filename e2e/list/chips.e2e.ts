import { expect } from '@playwright/test';
import { expectList } from '../support/browser/expect-list.ts';
import {
  chip,
  chips,
  expectQuery,
  facet,
  openHydrated,
  pausedButton,
  rowLinks,
  searchBox,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

test('chips show the active filters and remove them, by pointer and by keyboard', async ({
  staticStack,
  page,
}) => {
  await test.step('each active filter has a chip, and pressing it removes only this filter', async () => {
    const { product } = staticStack;
    const filters = 'condition=pending&condition=up&type=-tcp&is_active=true';
    await openHydrated(page, `${product.url}/monitors?q=e&${filters}&sort=created_at&page=2&per_page=10`);
    await expect(page.getByRole('region', { name: 'Active filters' }).getByRole('listitem')).toHaveText([
      'Search: e',
      'Condition: Never checked',
      'Condition: Up',
      'Type: not tcp',
      'Active: yes',
    ]);

    await chip(page, 'Condition: Never checked').click();
    await expectQuery(page, 'q=e&condition=up&type=-tcp&is_active=true&sort=created_at&per_page=10');
    await chip(page, 'Active: yes').click();
    await chip(page, 'Search: e').click();
    await expect(searchBox(page)).toHaveValue('');
    const left = expectedMonitors(staticStack).filter(
      ({ condition, type }) => condition === 'up' && type !== 'tcp',
    );
    await expectList(page, left, { perPage: 10 });
    await expectQuery(page, 'condition=up&type=-tcp&sort=created_at&per_page=10');

    await page.goBack();
    await expect(chip(page, 'Search: e')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(chips(page)).toHaveCount(0);
    await expectQuery(page, 'sort=created_at&per_page=10');
  });

  await test.step('after removing a chip by keyboard the focus moves to the next chip, and finally to the search', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?type=http&type=tcp&region=fra1`);
    await chip(page, 'Type: tcp').focus();
    await page.keyboard.press('Enter');
    await expect(chip(page, 'Region: fra1')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip(page, 'Type: http')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(chips(page)).toHaveCount(0);
    await expect(searchBox(page)).toBeFocused();
  });
});

test('a filter with many values has a text field that narrows them', { tag: '@nightly' }, async ({
  stack,
  page,
}) => {
  const { product } = await stack(
    { monitors: 25 },
    {
      waitForInventory: false,
      before: ({ api }) => {
        const organization = api.organization();
        for (const [index, monitor] of organization.monitors().entries()) {
          organization.editMonitor(monitor.monitor_uuid, {
            regions: [`zone${String(index).padStart(2, '0')}`],
          });
        }
      },
    },
  );
  await openHydrated(page, `${product.url}/monitors`);
  const region = facet(page, 'Region');
  await region.trigger.click();
  const field = region.popup.getByRole('textbox', { name: 'Filter region values' });
  await expect(field).toBeFocused();
  await field.fill('ZONE07');
  await expect(region.popup.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expectQuery(page, 'region=zone07');
  await field.fill('');
  await field.fill('nowhere');
  await expect(region.popup.getByText('No matching values')).toBeVisible();
});

test('single-key shortcuts: search, pages, pause and refresh; none while a text field has the focus', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await openHydrated(page, `${product.url}/monitors?q=e`);
  await page.keyboard.press(']');
  await expectQuery(page, 'q=e&page=2');
  await page.keyboard.press('[');
  await expectQuery(page, 'q=e');
  await page.keyboard.press('[');
  await expect(page.getByText(/^1–25 of /), 'there is no page before the first').toBeVisible();

  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('p]');
  await expect(searchBox(page), 'the previous text was selected').toHaveValue('p]');
  await expect(pausedButton(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).not.toBeFocused();
  await expect(searchBox(page), 'Escape only removes the focus').toHaveValue('p]');
  await page.getByTitle('Clear search').click();
  await expectQuery(page, '');
  await page.keyboard.press('Escape');

  await expect(page.getByText('1–25 of 248')).toBeVisible();
  const requested = page.waitForRequest((request) => request.url().includes('/api/monitors?'));
  await page.keyboard.press('r');
  await requested;
});

test('matches of the search are highlighted in names and targets', async ({ staticStack, page }) => {
  const tcp = staticStack.referenceApi.api.organization().monitors().find(isPlainTcp);
  const [host, port] = [tcp?.target ?? '', `:${tcp?.port}`];
  await openHydrated(
    page,
    `${staticStack.product.url}/monitors?q=${encodeURIComponent(`${host}${port}`.toUpperCase())}`,
  );
  await expect(page.locator('tbody mark')).toHaveText([host, port]);
  await searchBox(page).fill('');
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(page.locator('tbody mark')).toHaveCount(0);
});
