import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { plenty, type Stack, test } from '../support/fixtures.ts';
import { openLive, rowLinks, searchBox } from '../support/screen.ts';
import { bytesOf, countNodes, type Exchange, recordTraffic } from '../support/traffic.ts';

const KB = 1000;
/** As gzip makes them. On the wire they are smaller: browsers take brotli. */
const SCRIPTS = 225 * KB;

async function gzippedBytes(url: string): Promise<number> {
  const answer = await fetch(url);
  return gzipSync(await answer.bytes()).length;
}

/** Who has what, the largest first: what a failure shows. */
function listed(exchanges: readonly Exchange[]): string {
  const lines = exchanges
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ bytes, type, url }) => `${String(bytes).padStart(8)}  ${type}  ${new URL(url).pathname}`);
  const sums = `${bytesOf(exchanges, 'Script')} of scripts, ${bytesOf(exchanges)} in all`;
  return [sums, ...lines].join('\n');
}

async function openList(page: Page, { product }: Stack) {
  const traffic = await recordTraffic(page);
  await openLive(page, `${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await page.waitForLoadState('networkidle');
  return traffic;
}

test('the first load of a list of 1,000 monitors keeps within its bytes and nodes', async ({
  stack,
  page,
}) => {
  const running = await stack({ monitors: 1000, limits: plenty });
  const exchanges = (await openList(page, running))();

  const all = listed(exchanges);
  const scripts = exchanges.filter(({ type }) => type === 'Script');
  const zipped = await Promise.all(scripts.map(({ url }) => gzippedBytes(url)));
  expect(
    zipped.reduce((sum, bytes) => sum + bytes, 0),
    `scripts: ${all}`,
  ).toBeLessThanOrEqual(SCRIPTS);
  expect(bytesOf(exchanges), `everything: ${all}`).toBeLessThanOrEqual(330 * KB);
  expect(bytesOf(exchanges, 'Script'), 'scripts are counted at all').toBeGreaterThan(50 * KB);
  expect(await countNodes(page)).toBeLessThanOrEqual(2000);

  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin));
  expect([...origins], 'nothing comes from anywhere else').toEqual([running.product.url]);
  expect(
    exchanges.filter(({ type }) => type === 'Fetch').map(({ url }) => url),
    'nothing is fetched that came with the page, and no page that nobody has opened',
  ).toEqual([]);
});

/** What an open list asks by itself, again and again, whatever its viewer does. */
const ownPolls = ['/api/usage', '/api/monitors'];

test('looking around with the pointer and the keyboard sends nothing', async ({ still, page }) => {
  const traffic = await openList(page, still);
  // What checks the answer to a poll is loaded with the first one, or already by the search: it is no request of a hover.
  await Promise.all([page.waitForResponse(/\.js$/), searchBox(page).focus()]);
  const before = traffic().length;
  // The link past the header shows itself only when it has the focus.
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
