import { expect, type Page } from '@playwright/test';
import {
  count,
  expectQuery,
  openHydrated,
  pausedButton,
  refreshButton,
  rowLinks,
  searchBox,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/** Wraps each text node in `<font>`, like a browser's translation does, again whenever the page changes. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrapAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || !text.nodeValue?.trim() || parent.closest('font, script, style, [translate=no]'))
          continue;
        const font = document.createElement('font');
        text.parentNode?.replaceChild(font, text);
        font.append(text);
      }
    };
    wrapAll();
    new MutationObserver(wrapAll).observe(document.body, { childList: true, subtree: true });
  });
  await expect(page.locator('main font').first()).toBeAttached();
}

test('a page that the browser has translated keeps working', async ({ staticStack: { product }, page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const failed = page.getByText('This is a bug in Sightline');
  const refresh = async () => {
    const responded = page.waitForResponse(/\/api\/monitors/);
    await page.keyboard.press('r');
    await responded;
  };

  await openHydrated(page, `${product.url}/monitors`);
  await translate(page);
  await searchBox(page).pressSequentially('api');
  await expectQuery(page, 'q=api');
  await searchBox(page).fill('nothing is called this');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(rowLinks(page)).toHaveCount(25);
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await expectQuery(page, 'sort=name');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await count(page, 'Down').click();
  await expectQuery(page, 'sort=name&condition=down');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expectQuery(page, 'sort=name');
  await refreshButton(page).click();
  await page.keyboard.press('p');
  await expect(pausedButton(page)).toBeVisible();
  await page.keyboard.press('p');

  await rowLinks(page).first().click();
  await expect(page).toHaveURL(/\/monitors\/[\da-f-]{36}\?list=/);
  await expect(page.getByRole('link', { name: 'Next monitor' })).toBeVisible();
  await translate(page);
  await refresh();
  await page.keyboard.press('j');
  await expect(page.getByText('2 of 248').first()).toBeVisible();
  await refresh();
  await page.getByRole('link', { name: 'Monitors', exact: true }).last().click();
  await expect(rowLinks(page)).toHaveCount(25);
  await expect(failed).toHaveCount(0);
  expect(errors.map(({ message }) => message)).toEqual([]);
});
