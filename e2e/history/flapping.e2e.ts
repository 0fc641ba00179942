import { expect } from '@playwright/test';
import { facet, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test('the flapping monitor of the demo is flagged, is found by its filter, and shows a range for the start of its condition', {
  tag: '@nightly',
}, async ({ demo, page }) => {
  await openHydrated(page, `${demo.url}/monitors?sort=changed`);
  await facet(page, 'Flapping').choose('Yes');
  await expect(rowLinks(page)).toHaveText(['Session cache']);
  const cells = page.locator('tbody tr').first().getByRole('cell');
  await expect(cells.first()).toHaveText(/Flapping/);
  await expect(cells.nth(2)).toHaveText(/^(up to |about )?\d+(–\d+)? (s|min)$/);
});
