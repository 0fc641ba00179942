import { expect } from '@playwright/test';
import { formatInstant } from '../../lib/text/format.ts';
import { openHydrated } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

test.use({ timezoneId: 'UTC' });

const labels = { down: 'Down', overdue: 'Overdue', pending: 'Never checked', up: 'Up', inactive: 'Inactive' };

test('the list, its exports and the API agree on each condition and its start', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  const all = expectedMonitors(staticStack);
  // The oldest and the newest monitors are of every condition.
  const parts = [
    { order: 'asc', expected: all.slice(-50).reverse() },
    { order: 'desc', expected: all.slice(0, 50) },
  ];
  for (const { order, expected } of parts) {
    const query = `sort=created_at&order=${order}`;
    const { data } = await readList(product, `${query}&per_page=50`);
    const file = async (format: string) =>
      (await ask(`${product.url}/api/monitors/export?format=${format}&${query}`)).text;
    const inJson: Record<string, string>[] = JSON.parse(await file('json'));
    const inCsv = (await file('csv&column=name&column=condition_label&column=observed_since')).split('\r\n');
    await openHydrated(page, `${product.url}/monitors?${query}&per_page=50`);
    const rows = page.getByRole('table', { name: 'Monitors' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(50);
    for (const [index, { name, condition, last_check_at, created_at }] of expected.entries()) {
      const label = labels[condition];
      const since = String(data[index]?.observed_since);
      // The API says since when a monitor is overdue or was not checked, not when another condition began.
      if (condition === 'overdue') expect(since, name).toBe(last_check_at);
      if (condition === 'pending') expect(since, name).toBe(created_at);
      expect(data[index], name).toMatchObject({ name, condition });
      expect(inJson[index], name).toMatchObject({ name, condition_label: label, observed_since: since });
      expect(inCsv[index + 1]).toMatch(new RegExp(`,${label},${since}$`));
      const cells = rows.nth(index).getByRole('cell');
      await expect(cells.nth(0), name).toContainText(label);
      await expect(cells.nth(2).getByTitle(`${formatInstant(Date.parse(since), 'UTC')} local`)).toBeVisible();
    }
  }
  expect(
    Object.keys(labels).filter(
      (label) => !parts.some(({ expected }) => expected.some(({ condition }) => condition === label)),
    ),
  ).toEqual([]);
});
