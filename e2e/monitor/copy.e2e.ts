import { expect, type Page } from '@playwright/test';
import { findMonitor, hasAllHttpSettings, openDetail } from '../support/browser/monitor-page.ts';
import { test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

const rawText = async (page: Page) => (await page.locator('pre[tabindex]').textContent()) ?? '';

test('link, target, UUID and JSON can be copied', async ({ staticStack, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const monitor = findMonitor(staticStack, isPlainTcp);
  await openDetail(page, staticStack, monitor);
  const copies = [
    ['Copy link', `${staticStack.product.url}/monitors/${monitor.monitor_uuid}`],
    ['Copy target', `${monitor.target}:${monitor.port}`],
    ['Copy UUID', monitor.monitor_uuid],
    ['Copy JSON', await rawText(page)],
  ] as const;
  for (const [name, text] of copies) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' }).first()).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await page.keyboard.press('c');
  await expect(page.getByText(`Copied ${monitor.target}:${monitor.port}`)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${monitor.target}:${monitor.port}`);
});

test('a blocked copy is reported', async ({ staticStack, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await openDetail(page, staticStack, findMonitor(staticStack, hasAllHttpSettings));
  await page.getByRole('button', { name: 'Copy UUID' }).click();
  await expect(page.getByText('Copy blocked by the browser')).toBeVisible();
});
