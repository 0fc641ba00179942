import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { intercept } from '../support/browser/intercept.ts';
import { openHydrated, pausedButton, rowLinks, searchBox } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Jump to a monitor' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const monitors = (page: Page) =>
  dialog(page)
    .getByRole('group', { name: /^(Monitors|Most urgent)$/ })
    .getByRole('option');
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('Ctrl K opens the palette with the most urgent monitors, and costs no upstream request', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const { product } = staticStack;
  const spent = async () => {
    const schema = z.object({
      data: z.object({ spent_here: z.object({ list: z.number(), detail: z.number() }) }),
    });
    return schema.parse(JSON.parse((await ask(`${product.url}/api/usage`)).text)).data.spent_here;
  };
  const { data } = await readList(product, 'sort=attention&per_page=10');
  await openHydrated(page, `${product.url}/monitors?type=tcp`);
  const before = await spent();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(monitors(page)).toHaveCount(10);
  for (const [index, { name }] of data.entries())
    await expect(monitors(page).nth(index)).toContainText(String(name));
  await field(page).fill('prod');
  await expect(dialog(page).getByText(/^\d+ monitors\.$/)).toBeVisible();
  await field(page).fill('api prod');
  await expect(monitors(page).first()).toContainText(/api/i);
  expect(await spent()).toEqual(before);
});

test('a name, a target or a UUID finds a monitor; arrow keys select, Enter opens', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const all = staticStack.referenceApi.api.organization().monitors();
  const tcp = all.find(isPlainTcp);
  if (tcp === undefined) throw new Error('no tcp monitor');
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  for (const text of [tcp.name, `${tcp.target}:${tcp.port}`, tcp.monitor_uuid.slice(0, 13)]) {
    await page.keyboard.press('Control+k');
    await field(page).fill(text);
    await expect(monitors(page).and(page.locator(`[href$="${tcp.monitor_uuid}"]`))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }

  const { data } = await readList(staticStack.product, 'q=staging&sort=relevance&per_page=10');
  await page.keyboard.press('Control+k');
  await field(page).fill('staging');
  await expect(monitors(page)).toHaveCount(data.length);
  for (const [index, { name }] of data.entries()) {
    await expect(monitors(page).nth(index)).toContainText(String(name));
  }
  await expect(monitors(page).first(), 'the first option is highlighted').toHaveAttribute('data-highlighted');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(field(page), 'the focus stays in the field').toBeFocused();
  const chosen = await monitors(page).nth(2).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', chosen ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(heading(page)).toHaveText(String(data[2]?.name));
  await expect(page.locator('#content')).toBeFocused();
});

test('Escape returns the focus; without a match the palette offers to search the list', async ({
  staticStack,
  page,
}) => {
  await test.step('Escape returns the focus to the previous element, also to a text field', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    for (const opener of [rowLinks(page).nth(4), searchBox(page)]) {
      await opener.focus();
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('gone the next time');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await page.keyboard.press('Control+k');
    await expect(field(page)).toHaveValue('');
  });

  await test.step('without a match the palette reports it, and offers to search the list', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    await page.getByRole('button', { name: 'Jump to a monitor' }).click();
    await field(page).fill(' zzz  yyy ');
    await expect(dialog(page).getByText('No monitor matches.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/monitors\?q=zzz\+yyy$|\/monitors\?q=zzz%20yyy$/);
    await expect(searchBox(page)).toHaveValue('zzz yyy');
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  });
});

test('the palette offers the pages, the keyboard shortcuts, and the actions of the page', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const act = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field(page).fill(text);
    // Before that, options of the previous text are above the action, which moves when they disappear.
    await expect(dialog(page).getByText('No monitor matches.')).toBeVisible();
    await option(page, new RegExp(`^${text}`)).click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await act('Pause or resume auto-refresh');
  await expect(pausedButton(page)).toBeVisible();
  await act('Show keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await act('Go to Usage');
  await expect(page).toHaveURL(/\/usage$/);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('link', { name: /^API description/ })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
});

test('a name with slips is offered apart from matches, and Enter opens it', { tag: '@core' }, async ({
  demo,
  page,
}) => {
  await openHydrated(page, `${demo.url}/monitors`);
  await page.keyboard.press('Control+k');
  await field(page).fill('currancy rats');
  await expect(dialog(page).getByText('No monitor matches.')).toBeVisible();
  const meant = dialog(page).getByRole('group', { name: 'Did you mean' });
  await expect(meant.getByRole('option').first()).toContainText('Currency rates');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Currency rates');
});

test('Ctrl Enter opens the highlighted monitor in another tab, and the palette stays open', {
  tag: '@nightly',
}, async ({ staticStack, page, context }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);
  await page.keyboard.press('ArrowDown');
  const href = await monitors(page).nth(1).getAttribute('href');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(`${staticStack.product.url}${href}`);
  await expect(page).toHaveURL(`${staticStack.product.url}/monitors`);
  await expect(dialog(page)).toBeVisible();

  // Pressed before the results arrive, it waits for them.
  const { data } = await readList(staticStack.product, 'sort=attention&per_page=1&q=staging');
  const later = context.waitForEvent('page');
  await page.keyboard.insertText('staging');
  await page.keyboard.press('Control+Enter');
  await expect(await later).toHaveURL(`${staticStack.product.url}/monitors/${data[0]?.monitor_uuid}`);

  await field(page).fill('go to usage');
  await expect(dialog(page).getByText('No monitor matches.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page, 'an action runs as with Enter').toHaveURL(/\/usage$/);
});

test('an unreachable product is reported', async ({ stack, page }) => {
  const { product } = await stack({ monitors: 25 });
  await openHydrated(page, `${product.url}/monitors`);
  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);
  await product.stop();
  await field(page).fill('prod');
  await expect(dialog(page).getByText(/Search is unavailable\./)).toBeVisible();
});

test('Enter before the results arrive opens the result of the typed text, not a displayed option', async ({
  staticStack,
  page,
}) => {
  const { data } = await readList(staticStack.product, 'sort=name&per_page=1&q=checkout');
  const name = String(data[0]?.name);
  const [first] = (
    await readList(staticStack.product, `sort=relevance&per_page=1&q=${encodeURIComponent(name)}`)
  ).data;
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, '**/api/monitors?q=*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.insertText(name);
  await page.keyboard.press('Enter');
  await expect(dialog(page), 'the palette waits for the results').toBeVisible();
  release();
  await expect(heading(page)).toHaveText(String(first?.name));

  await page.keyboard.press('Control+k');
  await expect(monitors(page)).toHaveCount(10);
  await page.keyboard.insertText('go to usage');
  await page.keyboard.press('Enter');
  await expect(page, 'actions work in the same way').toHaveURL(/\/usage$/);
});

test('saved views, and what is down, are opened from any page', async ({
  staticStack: { product },
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('sightline.views.v1', JSON.stringify([{ name: 'Databases', search: 'type=tcp' }])),
  );
  await openHydrated(page, `${product.url}/review`);
  await page.keyboard.press('Control+k');
  await field(page).fill('databases');
  await option(page, 'View: Databases').click();
  await expect(page).toHaveURL(/\/monitors\?type=tcp$/);
  await expect(page.getByRole('button', { name: 'Views: Databases' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('monitors: down');
  await option(page, /^Monitors: Down$/).click();
  await expect(page).toHaveURL(/\/monitors\?condition=down$/);
});
