import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { setPreferences } from '../support/browser/preferences.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { bytesOf, countNodes, type Exchange, recordTraffic } from '../support/browser/traffic.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';
import { plenty } from '../support/products/stack.ts';

const KB = 1000;
/** Compressed with gzip. Transfers are smaller, because browsers accept brotli. */
const SCRIPTS = 251 * KB;

async function gzippedBytes(url: string): Promise<number> {
  const response = await fetch(url);
  return gzipSync(await response.bytes()).length;
}

/** The sums and the size of each exchange, the largest first: the message of a failed check. */
function describeSizes(exchanges: readonly Exchange[]): string {
  const lines = exchanges
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ bytes, type, url }) => `${String(bytes).padStart(8)}  ${type}  ${new URL(url).pathname}`);
  const sums = `${bytesOf(exchanges, 'Script')} of scripts, ${bytesOf(exchanges)} in all`;
  return [sums, ...lines].join('\n');
}

async function openList(page: Page, { product }: SharedStack) {
  const traffic = await recordTraffic(page);
  await openHydrated(page, `${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await page.waitForLoadState('networkidle');
  return traffic;
}

test('the first load of a list of 1,000 monitors stays within the limits of bytes and DOM nodes', async ({
  stack,
  page,
}) => {
  const running = await stack({ monitors: 1000, limits: plenty });
  // Otherwise the list would be polled after half a minute.
  await setPreferences(page.context(), { isPaused: true });
  const openedAt = Date.now();
  const exchanges = (await openList(page, running))();

  const all = describeSizes(exchanges);
  const scripts = exchanges.filter(({ type }) => type === 'Script');
  const zipped = await Promise.all(scripts.map(({ url }) => gzippedBytes(url)));
  expect(
    zipped.reduce((sum, bytes) => sum + bytes, 0),
    `scripts: ${all}`,
  ).toBeLessThanOrEqual(SCRIPTS);
  expect(bytesOf(exchanges), `everything: ${all}`).toBeLessThanOrEqual(360 * KB);
  expect(bytesOf(exchanges, 'Script'), 'scripts are counted at all').toBeGreaterThan(50 * KB);
  expect(await countNodes(page)).toBeLessThanOrEqual(2000);

  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin));
  expect([...origins], 'all requests go to the product').toEqual([running.product.url]);
  const fetched = exchanges.filter(({ type }) => type === 'Fetch').map(({ url }) => new URL(url).pathname);
  expect(
    fetched.filter((path) => path !== '/api/usage'),
    'no data of the page is fetched again, and no other page is prefetched',
  ).toEqual([]);
  // The counters are polled every 15 seconds.
  expect(fetched.length).toBeLessThanOrEqual(Math.floor((Date.now() - openedAt) / 15_000));
});

/** The endpoints that an open list polls, independent of user input. */
const ownPolls = ['/api/usage', '/api/monitors'];

test('hovering and focusing elements sends no requests', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  const traffic = await openList(page, staticStack);
  const before = traffic().length;
  // The skip link is visible only while it has the focus.
  const links = page.getByRole('link').filter({ hasNotText: 'Skip to content' });
  for (const link of await links.all()) {
    await link.hover();
    await link.focus();
  }
  for (const row of await page.getByRole('row').all()) await row.hover();
  await page.waitForLoadState('networkidle');
  const sent = traffic().slice(before);
  expect(sent.map(({ url }) => new URL(url).pathname).filter((path) => !ownPolls.includes(path))).toEqual([]);
});
