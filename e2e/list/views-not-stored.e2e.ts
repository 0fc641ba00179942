import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { opener, panel, row, save, withStored } from '../support/browser/saved-views.ts';
import { expectQuery, openHydrated } from '../support/browser/screen.ts';
import { blockStorage, fillStorage, notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';

for (const [state, refuse] of [
  ['full', fillStorage],
  ['blocked', blockStorage],
] as const) {
  test(`a view that the browser does not store, because its storage is ${state}, is usable, with a message that a reload removes it`, async ({
    staticStack,
    page,
    context,
  }) => {
    await refuse(context);
    await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp`);
    await opener(page).click();
    await expect(panel(page).getByText('Saved in this browser only.')).toBeVisible();
    await save(page, 'Sockets');
    await expect(row(page, 'Sockets')).toBeVisible();
    await expect(panel(page).getByRole('status').filter({ hasText: notStored })).toBeVisible();
    await expect(panel(page).getByText(/^Saved/)).toHaveCount(0);
    await expect(panel(page).getByText('Saved in this browser only.')).toHaveCount(0);
    await expectNoAxeViolations(page);
    await page.reload();
    await expect(opener(page)).toHaveAccessibleName('Views');
  });
}

test('a shared view that the browser refuses to store stays in the URL', async ({
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
});

test('at most 50 views can be saved', { tag: '@nightly' }, async ({ staticStack, page }) => {
  await withStored(
    page,
    Array.from({ length: 50 }, (_, n) => ({ name: `View ${n}`, search: '' })),
  );
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await opener(page).click();
  await expect(panel(page).getByText('50 views saved (maximum).')).toBeVisible();
  await row(page, 'Delete View 7').click();
  await expect(panel(page).getByRole('textbox', { name: 'View name' })).toBeVisible();
});
