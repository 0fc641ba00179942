import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { defaultColumns, heading } from '../support/browser/list-columns.ts';
import { pressQuickly } from '../support/browser/press-quickly.ts';
import { openHydrated, rowLinks, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

const optionalColumns = [
  'Condition changed',
  'Maintenance',
  'Last status',
  'Active',
  'Created',
  'Updated',
  'UUID',
];

async function toggleColumns(page: Page, labels: readonly string[]) {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const label of labels) await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** An IPv6 address is written in brackets before a port. */
function hostOf(target: string): string {
  return target.includes(':') ? `[${target}]` : target;
}

function shownInterval(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** The text that the table shows for each field of a monitor, by its column; times as ISO 8601. */
function shownFields(monitor: Monitor) {
  const { last_response_time_ms: responseMs } = monitor;
  return {
    UUID: monitor.monitor_uuid,
    Name: monitor.name,
    Type: monitor.type,
    Target: monitor.port === null ? monitor.target : `${hostOf(monitor.target)}:${monitor.port}`,
    Interval: shownInterval(monitor.interval),
    Region: monitor.regions.join(', '),
    Maintenance: monitor.maintenance_mode ? 'yes' : 'no',
    Active: monitor.is_active ? 'yes' : 'no',
    'Last check': monitor.last_check_at ?? 'Never checked',
    'Last status': monitor.last_status ?? 'none',
    Response: responseMs === null ? '—' : `${responseMs.toLocaleString('en-US')} ms`,
    // Nothing of these monitors ever changes.
    'Condition changed': '—',
    Created: monitor.created_at,
    Updated: monitor.updated_at,
  };
}

/**
 * Reads each row as an object keyed by column header. A cell with a `<time>` gives its `datetime`, any other cell its
 * text.
 */
async function readRows(page: Page) {
  const headers = await page.getByRole('columnheader').allTextContents();
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((elements) =>
      elements.map((row) =>
        [...row.querySelectorAll('td')].map(
          (cell) => cell.querySelector('time')?.dateTime ?? cell.textContent,
        ),
      ),
    );
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [headers[index], cell])));
}

test('with all columns shown, every row of all pages equals the data of the upstream API', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 2200, height: 900 });
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at&per_page=100`);
  await toggleColumns(page, optionalColumns);
  await expect(page.getByRole('columnheader')).toHaveText([
    ...defaultColumns,
    ...optionalColumns,
    // A window of this width shows it.
    'Last 24 h',
  ]);

  const monitors = staticStack.referenceApi.api.organization().monitors();
  for (const number of [1, 2, 3]) {
    const expected = monitors.slice((number - 1) * 100, number * 100);
    await expect(rowLinks(page)).toHaveText(expected.map(({ name }) => name));
    expect(await readRows(page)).toMatchObject(expected.map(shownFields));
    if (number < 3) await page.getByRole('link', { name: 'Next page' }).click();
  }
});

test('columns are chosen, survive a reload and can be reset', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const headings = page.getByRole('columnheader');
  const menu = page.getByRole('button', { name: 'Columns' });
  await openHydrated(page, `${staticStack.product.url}/monitors`);

  await expect(headings).toHaveText(defaultColumns);
  await toggleColumns(page, ['UUID', 'Region']);
  const chosen = [...defaultColumns.filter((label) => label !== 'Region'), 'UUID'];
  await expect(headings).toHaveText(chosen);
  await page.reload();
  await expect(headings).toHaveText(chosen);

  await waitForHydration(menu);
  await menu.click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'UUID' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Region' })).not.toBeChecked();
  const name = page.getByRole('menuitemcheckbox', { name: 'Name', exact: true });
  await expect(name).toBeDisabled();
  await expect(name).toHaveAccessibleDescription('Always shown');
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(headings).toHaveText(defaultColumns);
});

test('columns are reordered by keyboard and by mouse', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  const region = page.getByRole('menuitemcheckbox', { name: 'Region' });
  await expect(page.getByRole('menuitemcheckbox', { name: 'Since' })).toBeFocused();
  await pressQuickly(page, 'regi');
  await expect(region).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(region, 'it keeps the focus').toBeFocused();
  await expect(region).toHaveAttribute('data-highlighted');
  await expect(page.getByRole('status').filter({ hasText: 'Region: column 4 of 24' })).toBeAttached();
  const moved = ['Condition', 'Name', 'Since', 'Region', 'Type', 'Target', ...defaultColumns.slice(6)];
  await expect(page.getByRole('columnheader')).toHaveText(moved);
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('menuitemcheckbox', { name: 'Type' }),
    'the keys continue from it',
  ).toBeFocused();

  // Only pointers use this button. It is hidden from assistive technology, so it cannot be selected by its role.
  const moveNameLeft = page.locator('[data-column=name] ~ button[title="Move left"]');
  await page.locator('[data-column=name]').hover();
  await moveNameLeft.click();
  const nameFirst = ['Name', 'Condition', ...moved.slice(2)];
  await expect(page.getByRole('columnheader')).toHaveText(nameFirst);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(nameFirst);

  await waitForHydration(page.getByRole('button', { name: 'Columns' }));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(defaultColumns);
});

test('pressing the same button again moves the same column, and the focus stays with it', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  const name = page.getByRole('menuitemcheckbox', { name: 'Name', exact: true });
  const box = await page.locator('[data-column=name] ~ button[title="Move right"]').boundingBox();
  if (!box) throw new Error('there is no button');
  await page.mouse.move(box.x + 12, box.y + 12);
  for (const place of [3, 4, 5]) {
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole('status').filter({ hasText: `Name: column ${place} of 24` })).toBeAttached();
    await expect(name).toBeFocused();
  }
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Name: column 4 of 24' })).toBeAttached();
  await expect(name).toBeFocused();
});

test('a wide window shows the last day, until the user chooses columns', async ({ staticStack, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await expect(heading(page, 'Last 24 h')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Last 24 h'), 'in the first HTML').toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText(defaultColumns);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last 24 h' }).click();
  await expect(heading(page, 'Last 24 h')).toHaveCount(0);
});
