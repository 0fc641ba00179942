import { expect } from '@playwright/test';
import { expectQuery, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors, hasWords } from '../support/upstream/expected-list.ts';

test('Enter right after typing waits for the result; the arrow keys move into the rows and back', async ({
  staticStack,
  page,
}) => {
  const [first] = expectedMonitors(staticStack).filter(hasWords('database'));
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await page.keyboard.press('/');
  await page.keyboard.type('database');
  await page.keyboard.press('Enter');
  await expect(rowLinks(page).first()).toBeFocused();
  await expect(rowLinks(page).first()).toHaveText(String(first?.name));
  await expectQuery(page, 'q=database&sort=created_at');

  await page.keyboard.press('ArrowUp');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).first()).toBeFocused();
});
