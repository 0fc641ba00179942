import { expect, type Page } from '@playwright/test';
import { expectQuery, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/** Marks the document. @returns a function that checks for the mark, which is lost in a reload */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { marked: true }));
  return () => page.evaluate(() => 'marked' in window);
}

test('internal links show another page without reloading the document', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const isSame = await mark(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/review$/);
  await page.getByRole('link', { name: 'Sightline' }).click();
  await expect(page).toHaveURL(/\/monitors$/);
  const name = (await rowLinks(page).first().textContent()) ?? '';
  await rowLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await isSame()).toBe(true);
});

test('a link to the current page removes the search, and Back restores it', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await searchBox(page).fill('api');
  await expect(page).toHaveURL(/\?q=api$/);
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  await expect(page).toHaveURL(/\/monitors$/);
  await expect(searchBox(page)).toHaveValue('');
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('api');
});

test('a link to the current URL requests the page again and scrolls to its top', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const isSame = await mark(page);
  const steps = await page.evaluate(() => history.length);
  for (const [name, path] of [
    ['Monitors', '/monitors'],
    ['Review', '/review'],
  ] as const) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await link.click();
    await expect(page).toHaveURL(staticStack.product.url + path);
    await page.evaluate(() => window.scrollTo(0, 200));
    const requested = page.waitForRequest((request) =>
      request.url().startsWith(`${staticStack.product.url}${path}?_rsc=`),
    );
    await link.evaluate((node: HTMLElement) => node.click());
    await requested;
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  }
  expect(await isSame()).toBe(true);
  expect(await page.evaluate(() => history.length), 'only one history entry was added').toBe(steps + 1);
});

test('Ctrl+click on a row opens the monitor in another tab, and the list stays', { tag: '@core' }, async ({
  staticStack,
  page,
  context,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const opened = context.waitForEvent('page');
  await rowLinks(page)
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
  await expect(page).toHaveURL(/\/monitors$/);
});

test('Ctrl+click on text stacked above the row link opens the monitor in another tab too', {
  tag: '@nightly',
}, async ({ staticStack, page, context }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  // Simulates Firefox, which follows a synthetic click here and ignores its modifier keys.
  await page.evaluate(() => {
    document.addEventListener('click', (event) => {
      if (!event.isTrusted && event.target instanceof HTMLAnchorElement) location.assign(event.target.href);
    });
  });
  const opened = context.waitForEvent('page');
  const text = page.locator('tbody tr').nth(1).locator('td [title]:not(a)').last();
  await text.click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
  await expect(page).toHaveURL(`${staticStack.product.url}/monitors`);
});

test('a row clicked right after it appears as a search result opens, and Back restores the search', async ({
  staticStack,
  page,
}) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.evaluate(() => {
    const first = () => document.querySelector<HTMLAnchorElement>('tbody a');
    const before = first()?.href;
    new MutationObserver((_, observer) => {
      if (first()?.href === before) return;
      observer.disconnect();
      // While nuqs writes the URL, a click has to be repeated (docs/adr/0042-popups-are-loaded-at-their-first-press.md).
      const click = () => (location.search === '' ? requestAnimationFrame(click) : first()?.click());
      click();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await searchBox(page).fill('warehouse');
  await expect(page).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/warehouse/i);
  await page.goBack();
  await expect(page).toHaveURL(/\/monitors\?q=warehouse$/);
  await expect(searchBox(page)).toHaveValue('warehouse');
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('');
});

test('links and the pager work before the scripts are loaded', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${staticStack.product.url}/monitors`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await expectQuery(page, 'page=2');
  release();
  await expect(page.locator('time[title*=" local"]').first()).toBeAttached();
  await expectQuery(page, 'page=2');
});
