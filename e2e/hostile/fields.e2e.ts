import { expect, type Page } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { openAllPopups } from '../support/hostile/open-all-popups.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';

const isHit = (page: Page) => page.evaluate(() => 'wasHit' in window);

/** Markup that would run unescaped in text, in an attribute, in a script or in a style. */
const markups = [
  `<img src=x onerror="window.wasHit=true"><svg onload=window.wasHit=true>`,
  `"><script>window.wasHit=true</script><iframe srcdoc="<script>parent.wasHit=true</script>">`,
  `</script><script>window.wasHit=true</script><!--`,
  `'-(window.wasHit=true)-'</title></style><script>window.wasHit=true</script>`,
];

/** The UUID of the n-th of these monitors, from 1. */
const uuidOf = (n: number) => String(wireRow(n).monitor_uuid);

/** Starts a product with one monitor for each text, which has the text in all its text fields. */
async function productWith(texts: readonly string[]) {
  const row = (text: string) => ({
    name: text,
    type: text,
    target: text,
    regions: [text],
    last_status: text,
  });
  const more = (text: string) => ({ ...row(text), description: text, http_method: text });
  const rows = texts.map((text, index) => ({ ...wireRow(index + 1), ...row(text) }));
  const details = new Map(
    texts.map((text, index) => [uuidOf(index + 1), { ...wireDetail(index + 1), ...more(text) }]),
  );
  const upstream = await startScriptedUpstream(({ target }) => {
    if (target.includes('/monitors?')) return jsonAnswer(200, wirePage(rows));
    const data = details.get(target.replace(/.*\//, ''));
    return data === undefined ? jsonAnswer(404, {}) : jsonAnswer(200, { data });
  });
  const product = await startProduct({ env: upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }) });
  await waitForCompleteInventory(product);
  return { product, upstream };
}

test('row 60: markup in every field is inert in the list, in popups, on the page of a monitor and in URLs', {
  tag: '@core',
}, async ({ page, context }) => {
  const { product, upstream } = await productWith(markups);
  const violations = await watchPolicy(context);
  await openHydrated(page, `${product.url}/monitors?sort=name`);
  await expect(rowLinks(page)).toHaveCount(markups.length);
  for (const markup of markups) await expect(rowLinks(page).filter({ hasText: markup })).toHaveText(markup);
  expect(await openAllPopups(page)).toBeGreaterThan(4);
  expect(await isHit(page)).toBe(false);

  for (const [index, markup] of markups.entries()) {
    await page.goto(`${product.url}/monitors/${uuidOf(index + 1)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup);
    await expect(page).toHaveTitle(`${markup} · Sightline`);
    expect(await isHit(page)).toBe(false);
  }
  const inAddress = encodeURIComponent(markups.join(''));
  for (const path of [
    `/monitors?q=${inAddress.slice(0, 100)}`,
    `/${inAddress}`,
    `/login?next=${inAddress}&error=${inAddress}`,
    `/api/monitors/${uuidOf(1)}`,
    `/api/monitors?${inAddress}=1`,
  ]) {
    await page.goto(`${product.url}${path}`);
    expect(await isHit(page), path).toBe(false);
  }
  // A policy violation would show that the markup was not inert by itself.
  expect(violations).toEqual([]);
  await product.stop();
  await upstream.close();
});
