import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { opener, panel, row, save, viewsKey, withStored } from '../support/browser/saved-views.ts';
import {
  chip,
  count,
  expectBriefly,
  expectQuery,
  openHydrated,
  rowLinks,
  waitForHydration,
} from '../support/browser/screen.ts';
import { fillStorage, notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';

/** The columns of a view that was saved with the default columns. */
const columns = null;
const stored = (page: Page) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]'), viewsKey);

/** What a page with a link to a view offers. */
const offer = (page: Page) => page.getByRole('region', { name: 'A shared view' });

/** A message that disappears after a moment. */
const linkCopied = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'Link copied' });

test('the current view is saved under a name, and one press restores it', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await openHydrated(page, `${product.url}/monitors?type=tcp&sort=name&page=2&per_page=10`);
  await opener(page).click();
  await expect(panel(page).getByText('Save current view: Type: tcp; sorted by name.')).toBeVisible();
  await save(page, '  Sockets ');
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets');
  await expect(row(page, 'Sockets')).toHaveAttribute('aria-current', 'true');
  expect(await stored(page)).toEqual([
    { name: 'Sockets', search: 'type=tcp&sort=name&per_page=10', columns },
  ]);
  await page.keyboard.press('Escape');

  await chip(page, 'Type: tcp').click();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets (modified)');
  // The URL is written a little later than the list changes.
  await expectQuery(page, 'sort=name&per_page=10');
  await page.reload();
  await waitForHydration(opener(page));
  await opener(page).click();
  await row(page, 'Sockets').click();
  await expect(panel(page)).toHaveCount(0);
  await expectQuery(page, 'type=tcp&sort=name&per_page=10');
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets');
  await page.goBack();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets (modified)');
});

test('a view has its columns; after a change it is modified until it is updated or all filters are removed', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?type=tcp`);
  const heading = (label: string) => page.getByRole('columnheader', { name: label, exact: true });
  const toggle = async (label: string) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await toggle('Region');
  await opener(page).click();
  await save(page, 'Sockets');
  await page.keyboard.press('Escape');
  await toggle('Region');
  await expect(opener(page), 'other columns are a change').toHaveAccessibleName('Views: Sockets (modified)');
  await opener(page).click();
  await row(page, 'Sockets').click();
  await expect(heading('Region')).toHaveCount(0);
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets');

  await count(page, 'Up').click();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets (modified)');
  await page.reload();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets (modified)');
  await opener(page).click();
  await row(page, 'Update view').click();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(opener(page)).toHaveAccessibleName('Views');
});

test('another list ends a view, and an edit of that list is none of the view', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  await withStored(page, [{ name: 'Sockets', search: 'type=tcp' }]);
  await openHydrated(page, `${product.url}/monitors?type=tcp`);
  await count(page, 'Up').click();
  await expect(opener(page)).toHaveAccessibleName('Views: Sockets (modified)');
  await rowLinks(page).first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Monitors' }).click();
  await expect(opener(page), 'a monitor does not end it').toHaveAccessibleName('Views: Sockets (modified)');

  await openHydrated(page, `${product.url}/monitors?type=http`);
  await expect(opener(page)).toHaveAccessibleName('Views');
  await count(page, 'Up').click();
  await expectQuery(page, 'condition=up&type=http');
  await expect(opener(page)).toHaveAccessibleName('Views');
});

test('a view is renamed and deleted in place', { tag: '@core' }, async ({ staticStack, page }) => {
  const views = [
    { name: 'One', search: 'type=tcp' },
    { name: 'Two', search: 'type=http' },
    { name: 'Three', search: 'type=ping' },
  ];
  await withStored(page, views);
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await opener(page).click();
  await row(page, 'Edit Two').click();
  const field = panel(page).getByRole('textbox', { name: 'New name for Two' });
  await field.fill('one');
  await expect(panel(page).getByText('“One” already exists.')).toBeVisible();
  await field.fill(' ');
  await expect(panel(page).getByText('Enter a name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Two'), 'Escape cancels the renaming and does not close the popup').toBeFocused();
  await row(page, 'Edit Two').click();
  await field.fill('Second');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second')).toBeFocused();
  await expect(panel(page).getByText('Renamed to “Second”.')).toBeAttached();

  await row(page, 'Edit Second').click();
  await row(page, 'Delete Second').click();
  await expect(row(page, 'Second')).toHaveCount(0);
  await expect(panel(page).getByRole('list', { name: 'Saved views' })).toBeFocused();
  expect(await stored(page)).toEqual([views[0], views[2]]);
});

test('a view without a name is not saved, and one with an existing name is replaced only on request', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?group=host&sort=last_response_time_ms`);
  await opener(page).click();
  await expect(panel(page).getByText('No saved views yet.')).toBeVisible();
  await expect(
    panel(page).getByText('Save current view: all monitors; slowest first; grouped by host.'),
  ).toBeVisible();
  await expect(panel(page).getByText('Saved in this browser only.')).toBeVisible();
  const field = panel(page).getByRole('textbox', { name: 'View name' });
  await field.fill('  ');
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel(page).getByText('Enter a name.')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter a name.');
  expect(await stored(page)).toEqual([]);
  await field.fill('Trouble');
  await expect(panel(page).getByText('Enter a name.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(row(page, 'Trouble')).toBeVisible();

  await save(page, 'trouble');
  await expect(panel(page).getByRole('alert')).toContainText('“Trouble” already exists.');
  expect(await stored(page)).toMatchObject([{ name: 'Trouble' }]);
  await panel(page).getByRole('button', { name: 'Replace', exact: true }).click();
  expect(await stored(page)).toMatchObject([{ name: 'trouble' }]);
});

test('views can be used by keyboard alone', async ({ staticStack, page }) => {
  await withStored(page, [
    { name: 'One', search: 'type=tcp' },
    { name: 'Two', search: 'type=http' },
  ]);
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 'One')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Two')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'Edit Two')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('link', { name: 'Export my views' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('textbox', { name: 'View name' })).toBeFocused();
  for (const _ of [1, 2]) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expectQuery(page, 'type=tcp');
  await expect(opener(page)).toBeFocused();
});

test('a link shows the view to another user, who can save it', { tag: '@core' }, async ({
  staticStack,
  page,
  context,
  browser,
}) => {
  const { product } = staticStack;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withStored(page, [{ name: 'Down & out', search: 'condition=down' }]);
  await openHydrated(page, `${product.url}/monitors`);
  await opener(page).click();
  await expectBriefly(linkCopied(page), row(page, 'Copy link to Down & out').click());
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${product.url}/monitors?condition=down&view=Down+%26+out`);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openHydrated(other, link);
  await expect(offer(other)).toContainText('This link shows the view Down & out.');
  await offer(other).getByRole('button', { name: 'Save to my views' }).click();
  await expect(offer(other)).toHaveCount(0);
  await expectQuery(other, 'condition=down');
  await expect(opener(other)).toHaveAccessibleName('Views: Down & out');
  await elsewhere.close();
});

test('a shared view is offered only until it is saved or changed, and can be refused', async ({
  staticStack: { product },
  page,
}) => {
  await withStored(page, [{ name: 'Down & out', search: 'condition=down' }]);
  await openHydrated(page, `${product.url}/monitors?condition=down&view=Down+%26+out`);
  await expect(opener(page)).toHaveAccessibleName('Views: Down & out');
  await expect(offer(page), 'a saved view is not offered').toHaveCount(0);

  await openHydrated(page, `${product.url}/monitors?type=tcp&view=down+%26+OUT`);
  await expect(offer(page)).toContainText('You already have a different view with this name.');
  await expectNoAxeViolations(page, { within: '[aria-label="A shared view"]' });
  const [banner, chips] = await Promise.all(
    [offer(page), page.getByRole('region', { name: 'Active filters' })].map((region) => region.boundingBox()),
  );
  expect(chips?.y, 'the filters do not touch it').toBeGreaterThanOrEqual(
    (banner?.y ?? 0) + (banner?.height ?? 0) + 8,
  );
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await expectQuery(page, 'type=tcp');

  await openHydrated(page, `${product.url}/monitors?type=tcp&type=http&view=Web`);
  await expect(offer(page)).toBeVisible();
  await chip(page, 'Type: tcp').click();
  await expect(offer(page), 'the current view is no longer the shared one').toHaveCount(0);
});

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
