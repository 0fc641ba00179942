import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../lib/reference-api/monitor.ts';
import { test } from './support/fixtures.ts';
import { openLive, rowLinks } from './support/screen.ts';

const usual = [
  ...['Condition', 'Name', 'Type', 'Target', 'Region', 'Interval', 'Last check', 'Response', 'Flags'],
];
const more = ['Last status', 'Active', 'Created', 'Updated', 'UUID'];

async function toggleColumns(page: Page, labels: readonly string[]) {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const label of labels) await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** Before a port, an IPv6 address stands in brackets. */
function hostOf(target: string): string {
  return target.includes(':') ? `[${target}]` : target;
}

/** What the screen shows of a monitor's 14 fields: words for most, the exact moment for times. */
function shown(monitor: Monitor) {
  const { interval } = monitor;
  const minutes = interval >= 60 && interval % 60 === 0;
  return {
    uuid: monitor.monitor_uuid,
    name: monitor.name,
    type: monitor.type,
    target: monitor.port === null ? monitor.target : `${hostOf(monitor.target)}:${monitor.port}`,
    interval: minutes ? `${interval / 60} min` : `${interval} s`,
    region: monitor.regions.join(', '),
    flags: monitor.maintenance_mode ? 'Maintenance' : '',
    active: monitor.is_active ? 'yes' : 'no',
    lastCheck: monitor.last_check_at ?? 'never',
    lastStatus: monitor.last_status ?? 'none yet',
    response:
      monitor.last_response_time_ms === null
        ? '—'
        : `${monitor.last_response_time_ms.toLocaleString('en-US')} ms`,
    created: monitor.created_at,
    updated: monitor.updated_at,
  };
}

/** The cells of all rows by column, each as its exact time if it holds one, else as its text. */
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

test('with all columns shown, every row of all pages says what the API says', async ({ still, page }) => {
  await page.setViewportSize({ width: 2200, height: 900 });
  await openLive(page, `${still.product.url}/monitors?sort=created_at&per_page=100`);
  await toggleColumns(page, more);
  await expect(page.getByRole('columnheader')).toHaveText([...usual, ...more]);

  const monitors = still.referenceApi.api.organization().monitors();
  for (const number of [1, 2, 3]) {
    const expected = monitors.slice((number - 1) * 100, number * 100);
    await expect(rowLinks(page)).toHaveText(expected.map(({ name }) => name));
    const rows = await readRows(page);
    expect(
      rows.map((row) => ({
        uuid: row.UUID,
        name: row.Name,
        type: row.Type,
        target: row.Target,
        interval: row.Interval,
        region: row.Region,
        flags: row.Flags,
        active: row.Active,
        lastCheck: row['Last check'],
        lastStatus: row['Last status'],
        response: row.Response,
        created: row.Created,
        updated: row.Updated,
      })),
    ).toEqual(expected.map(shown));
    if (number < 3) await page.getByRole('button', { name: 'Next page' }).click();
  }
});

test('the choice of columns survives a reload and can be taken back', async ({ still, page }) => {
  await openLive(page, `${still.product.url}/monitors`);
  await expect(page.getByRole('columnheader')).toHaveText(usual);
  await toggleColumns(page, ['UUID', 'Region']);
  const chosen = [...usual.filter((label) => label !== 'Region'), 'UUID'];
  await expect(page.getByRole('columnheader')).toHaveText(chosen);
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(chosen);

  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'UUID' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Region' })).not.toBeChecked();
  await page.getByRole('menuitem', { name: 'Show the usual ones' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(usual);
});

test('each condition is told in words', async ({ still, page }) => {
  const monitors = still.referenceApi.api.organization().monitors();
  // The first monitors of the invented organization show every case; they are its oldest.
  await openLive(page, `${still.product.url}/monitors?sort=created_at&order=asc&per_page=50`);
  const rowOf = (monitor: Monitor | undefined) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: monitor?.name ?? '', exact: true }) });
  const last = monitors.slice(200);
  const cases = [
    ['Inactive', last.find((monitor) => !monitor.is_active)],
    [/^Down( ≥ \d+ min)?$/, last.find((monitor) => monitor.is_active && monitor.last_status === 'down')],
    ['Not checked yet', last.find((monitor) => monitor.is_active && monitor.last_check_at === null)],
    [/Silent \d+ (min|h|d|mo)/, last.find(({ name }) => name === 'Orders database, replica')],
    ['Up', last.find(({ name }) => name === 'Checkout API, production')],
  ] as const;
  for (const [words, monitor] of cases) {
    await expect(rowOf(monitor).first().getByRole('cell').first(), monitor?.name).toHaveText(words);
  }
});
