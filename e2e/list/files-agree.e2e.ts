import { expect } from '@playwright/test';
import { formatInstant } from '../../lib/text/format.ts';
import { openHydrated } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

test.use({ timezoneId: 'UTC' });

test('the list, its exports and the API agree on each condition and its start', async ({
  staticStack: { product },
  page,
}) => {
  // The oldest monitors, which include every condition.
  const query = 'sort=created_at&order=asc';
  const { data } = await readList(product, `${query}&per_page=25`);
  const file = async (format: string) =>
    (await ask(`${product.url}/api/monitors/export?format=${format}&${query}`)).text;
  const inJson: Record<string, string>[] = JSON.parse(await file('json'));
  const inCsv = (await file('csv&column=condition_label&column=observed_since')).split('\r\n');
  await openHydrated(page, `${product.url}/monitors?${query}`);
  const rows = page.getByRole('table', { name: 'Monitors' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(25);
  const seen = new Set<string>();
  for (const [index, monitor] of data.entries()) {
    const { condition_label = '', observed_since = '' } = inJson[index] ?? {};
    const cells = rows.nth(index).getByRole('cell');
    await expect(cells.nth(0)).toContainText(condition_label);
    const exact = `${formatInstant(Date.parse(observed_since), 'UTC')} local`;
    await expect(cells.nth(2).getByTitle(exact), `${condition_label} since ${exact}`).toBeVisible();
    expect(inCsv[index + 1]).toBe(`${condition_label},${observed_since}`);
    expect(monitor.observed_since).toBe(observed_since);
    seen.add(condition_label);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['Down', 'Overdue', 'Never checked', 'Up', 'Inactive']));
});
