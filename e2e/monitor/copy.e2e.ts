import { expect, type Locator, type Page } from '@playwright/test';
import { findMonitor, hasAllHttpSettings, openDetail } from '../support/browser/monitor-page.ts';
import { expectBriefly, openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

const rawText = async (page: Page) => (await page.locator('pre[tabindex]').textContent()) ?? '';

/**
 * The confirmation that a text was copied: the button itself, or a message with the text. It disappears after a
 * moment.
 */
const saysCopied = (button: Locator, text: string) =>
  button
    .page()
    .getByRole('status')
    .filter({ hasText: `Copied ${text}` })
    .or(button.getByRole('status').filter({ hasText: 'Copied' }));

test('link, target, UUID, JSON and commands can be copied', { tag: '@core' }, async ({
  staticStack,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const monitor = findMonitor(staticStack, isPlainTcp);
  await openDetail(page, staticStack, monitor);
  const copies = [
    ['Copy link', `${staticStack.product.url}/monitors/${monitor.monitor_uuid}`],
    ['Copy target', `${monitor.target}:${monitor.port}`],
    ['Copy UUID', monitor.monitor_uuid],
    ['Copy JSON', await rawText(page)],
    ['Copy command', String(await page.getByText(/^nc -vz /).textContent())],
    ['Copy API call', String(await page.getByText(/^curl .*\$API_KEY/s).textContent())],
  ] as const;
  for (const [name, text] of copies) {
    const button = page.getByRole('button', { name });
    await expectBriefly(saysCopied(button, text), button.click());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await expectBriefly(page.getByText(`Copied ${monitor.target}:${monitor.port}`), page.keyboard.press('c'));
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${monitor.target}:${monitor.port}`);
});

test('the link to a list has what it shows, and says so', async ({ staticStack, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = `${staticStack.product.url}/monitors?q=api&sort=name`;
  const copied = page.getByText('Link copied: filters, search, sort, groups and page.');
  await openHydrated(page, `${list}&utm_source=chat`);
  await expectBriefly(copied, page.getByRole('button', { name: 'Copy link' }).click());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(list);
  await openHydrated(page, `${list}&group=type&page=1`);
  await expectBriefly(copied, page.keyboard.press('y'));
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(list.replace('&', '&group=type&'));
});

/** Removes `navigator.clipboard`, which browsers do not have over plain http. */
function withoutClipboard(page: Page) {
  return page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  );
}

test('over plain http the buttons copy, too, and the focus stays', async ({ staticStack, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const monitor = findMonitor(staticStack, hasAllHttpSettings);
  const reader = await context.newPage();
  await reader.goto(staticStack.product.url);
  await withoutClipboard(page);
  await openDetail(page, staticStack, monitor);
  for (const [name, text] of [
    ['Copy UUID', monitor.monitor_uuid],
    ['Copy JSON', await rawText(page)],
  ] as const) {
    const button = page.getByRole('button', { name });
    await expectBriefly(saysCopied(button, text), button.click());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
    await reader.bringToFront();
    expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.bringToFront();
  }
});
