import { expect } from '@playwright/test';
import { expectList } from '../support/browser/expect-list.ts';
import { expectQuery, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors, hasWords } from '../support/upstream/expected-list.ts';

test('the search is in the URL and in the history, loses no letter, and shows a search of the command palette', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const all = expectedMonitors(staticStack);
  const found = all.filter(hasWords('api', 'prod'));
  expect(found).not.toEqual([]);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);

  await test.step('search narrows the list, is in the URL, and Back undoes it in one step', async () => {
    await searchBox(page).pressSequentially('api prod', { delay: 60 });
    await expectList(page, found);
    await expectQuery(page, 'q=api prod&sort=created_at');

    await page.goBack();
    await expect(searchBox(page)).toHaveValue('');
    await expectList(page, all);
    await page.goForward();
    await expect(searchBox(page)).toHaveValue('api prod');

    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(searchBox(page)).toBeFocused();
    await expectQuery(page, 'sort=created_at');
    await expectList(page, all);
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('api prod');
    await expectList(page, found);
  });

  await test.step('no letter is lost when the URL reverts to an earlier search', async () => {
    await searchBox(page).fill('api p');
    await expectQuery(page, 'q=api p&sort=created_at');
    // On a slow machine Next's router writes a URL late, after a newer one.
    await page.evaluate(() => history.replaceState(null, '', '/monitors?q=api&sort=created_at'));
    await expectList(page, all.filter(hasWords('api')));
    await searchBox(page).pressSequentially('rod');
    await expectQuery(page, 'q=api prod&sort=created_at');
    await expectList(page, found);
  });

  await test.step('the field shows the current search after a search with the command palette', async () => {
    await searchBox(page).fill('api');
    await expectQuery(page, 'q=api&sort=created_at');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('ap');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^Search the list/ })
      .click();
    await expectQuery(page, 'q=ap');
    await expect(searchBox(page)).toHaveValue('ap');
  });
});

test('Escape and Enter during IME composition neither clear the search nor change the page', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  /** The event of a key that an input method (IME) handles. */
  const composing = (key: string) => ({ key, code: key, bubbles: true, cancelable: true, isComposing: true });
  await searchBox(page).fill('api');
  await searchBox(page).dispatchEvent('keydown', composing('Escape'));
  await expect(page).toHaveURL(/\?q=api$/);
  await expect(searchBox(page)).toHaveValue('api');

  await searchBox(page).fill('');
  const field = page.getByRole('textbox', { name: 'Page, of 10' });
  await field.fill('3');
  await field.dispatchEvent('keydown', composing('Enter'));
  await expect(page.getByText('1–25 of 248')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByText('51–75 of 248')).toBeVisible();
});

test('an export has the current filters and order', async ({ staticStack, page }) => {
  const expected = expectedMonitors(staticStack)
    .filter(hasWords('a'))
    .filter(({ type }) => type !== 'https');
  const query = 'type=-https&q=a&sort=created_at&page=2&per_page=10';
  await openHydrated(page, `${staticStack.product.url}/monitors?${query}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: /^Everything known/ }).check();
  await dialog.getByRole('radio', { name: /^A program/ }).check();
  await dialog.getByRole('link', { name: 'Download JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^monitors-a-not-https-all-fields-\d{4}-\d\d-\d\dT\d{6}Z\.json$/);
  const stream = await file.createReadStream();
  const rows: unknown = JSON.parse((await stream.toArray()).join(''));
  expect(rows).toMatchObject(
    expected.map(({ monitor_uuid, name, condition, target }) => ({ monitor_uuid, name, condition, target })),
  );
});

test('a row that is found only by its description shows the part with the word, also on a phone', async ({
  demo,
  page,
}) => {
  await openHydrated(page, `${demo.url}/monitors?q=on-call`);
  const reason = rowLinks(page)
    .first()
    .locator('xpath=ancestor::tr')
    .getByText(/^Description: /);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(reason.locator('mark')).toHaveText('on-call');
    await expect(reason.locator('mark')).toBeInViewport();
  }
  await openHydrated(page, `${demo.url}/monitors?q=description:on-call+router`);
  await expect(reason.locator('mark')).toHaveText('on-call');
});
