import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { opener, panel, row, save } from '../support/browser/saved-views.ts';
import { expectQuery, openHydrated } from '../support/browser/screen.ts';
import { fillStorage, notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';

test('a view that the browser refuses to store stays in the URL, is usable, and ends with a reload', async ({
  staticStack,
  page,
  context,
}) => {
  await fillStorage(context);
  await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp&view=Sockets`);
  const offer = page.getByRole('region', { name: 'A shared view' });
  await offer.getByRole('button', { name: 'Save to my views' }).click();
  await expect(offer.getByRole('status')).toContainText(notStored);
  await expectQuery(page, 'type=tcp&view=Sockets');
  await offer.getByRole('button', { name: 'Close' }).click();
  await expect(offer).toHaveCount(0);
  await expectQuery(page, 'type=tcp');

  await opener(page).click();
  await expect(row(page, 'Sockets')).toBeVisible();
  await save(page, 'Others');
  await expect(row(page, 'Others')).toBeVisible();
  await expect(panel(page).getByRole('status').filter({ hasText: notStored })).toBeVisible();
  await expect(panel(page).getByText(/^Saved|Saved in this browser/)).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(opener(page)).toHaveAccessibleName('Views');
});
