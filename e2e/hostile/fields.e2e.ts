import { expect, type Page } from '@playwright/test';
import {
  jsonAnswer,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { type Product, startProduct, upstreamEnv } from '../support/products/product.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';

const uuidOf = (n: number) => String(wireRow(n).monitor_uuid);

interface Served {
  product: Product;
  upstream: ScriptedUpstream;
}

/** Starts a product with one monitor for each text, which has the text in all its text fields. */
async function productWith(texts: readonly string[]): Promise<Served> {
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
  const product = await startProduct({
    env: { ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }), SIGHTLINE_LOG_LEVEL: 'debug' },
  });
  await waitForCompleteInventory(product);
  return { product, upstream };
}

const isHit = (page: Page) => page.evaluate(() => 'wasHit' in window);

/** Markup that would run unescaped in text, in an attribute, in a script or in a style. */
const markups = [
  `<img src=x onerror="window.wasHit=true"><svg onload=window.wasHit=true>`,
  `"><script>window.wasHit=true</script><iframe srcdoc="<script>parent.wasHit=true</script>">`,
  `</script><script>window.wasHit=true</script><!--`,
  `'-(window.wasHit=true)-'</title></style><script>window.wasHit=true</script>`,
];

test.describe('markup in every field', () => {
  let served: Served;
  test.beforeAll(async () => {
    served = await productWith(markups);
  });
  test.afterAll(async () => {
    await served.product.stop();
    await served.upstream.close();
  });

  test('row 60: it is inert in the list and in its popups', async ({ page, context }) => {
    const violations = await watchPolicy(context);
    await openHydrated(page, `${served.product.url}/monitors?sort=name`);
    await expect(rowLinks(page)).toHaveCount(markups.length);
    for (const markup of markups) await expect(rowLinks(page).filter({ hasText: markup })).toHaveText(markup);
    const openers = page.locator('button[aria-haspopup]:visible');
    const count = await openers.count();
    expect(count).toBeGreaterThan(4);
    for (let opener = 0; opener < count; opener += 1) {
      await openers.nth(opener).click();
      await expect(page.locator('[role="dialog"]:visible, [role="menu"]:visible').first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('[role="dialog"]:visible, [role="menu"]:visible')).toHaveCount(0);
    }
    expect(await isHit(page)).toBe(false);
    // A policy violation would show that the markup was not inert by itself.
    expect(violations).toEqual([]);
  });

  for (const [index, markup] of markups.entries()) {
    test(
      `row 60: markup ${index + 1} is inert on the monitor's own screen, and in URLs`,
      nightlyIf(index > 0),
      async ({ page, context }) => {
        const violations = await watchPolicy(context);
        const { product } = served;
        const uuid = uuidOf(index + 1);
        await page.goto(`${product.url}/monitors`);
        await rowLinks(page).filter({ hasText: markup }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup);
        await expect(page).toHaveTitle(`${markup} · Sightline`);
        expect(await isHit(page)).toBe(false);

        const inAddress = encodeURIComponent(markup);
        const paths = [
          `/monitors/${uuid}`,
          `/monitors?q=${inAddress.slice(0, 100)}`,
          `/monitors?type=${inAddress}`,
        ]
          .concat([`/monitors/${inAddress}`, `/${inAddress}`, `/login?next=${inAddress}&error=${inAddress}`])
          .concat([`/api/monitors`, `/api/monitors/${uuid}`, `/api/monitors?${inAddress}=1`]);
        for (const path of paths) {
          await page.goto(`${product.url}${path}`);
          expect(await isHit(page), path).toBe(false);
        }
        expect(violations).toEqual([]);
      },
    );
  }

  test('row 60: an export is an attachment with an explicit type and nosniff', async () => {
    for (const format of ['csv', 'json']) {
      const path = `/api/monitors/export?format=${format}`;
      const { headers, text } = await rawRequest(served.product.url, { path });
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/);
      expect(headers['content-type']).toMatch(/^(text\/csv|application\/json); charset=utf-8/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(text, 'the markup is in it').toContain('window.wasHit=true');
    }
  });
});

test('row 60: markup in a missing-scope response of upstream is shown as text', async ({
  stack,
  page,
  context,
}) => {
  const [markup = ''] = markups;
  const violations = await watchPolicy(context);
  const body = JSON.stringify({ error: markup, required_scope: markup, granted_scopes: [markup] });
  const before = ({
    api,
  }: {
    api: { inject: (fault: { kind: 'status'; status: 403 } | { kind: 'malformed'; body: string }) => void };
  }) => {
    api.inject({ kind: 'status', status: 403 });
    api.inject({ kind: 'malformed', body });
  };
  const { product } = await stack({}, { before });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('main')).toContainText(markup);
  expect(await isHit(page)).toBe(false);
  expect(violations).toEqual([]);
});

const breaks = 'one\r\nSet-Cookie: a=b\r\n\r\n{"level":"fatal"}\n\u2028\u0085\u001b[31mtwo\u0000\u009b0m';

test('row 48: line breaks in names split no header and no log line', async () => {
  const { product, upstream } = await productWith([breaks]);
  const inAddress = encodeURIComponent(breaks);
  const paths = [
    '/api/monitors',
    `/api/monitors/${uuidOf(1)}`,
    '/api/monitors/export?format=csv',
    '/api/monitors/export?format=json',
  ]
    .concat([
      '/monitors',
      `/monitors/${uuidOf(1)}`,
      `/monitors?q=${inAddress}`,
      `/api/monitors?q=${inAddress}`,
      `/login?next=${inAddress}`,
    ])
    .concat(['/%0d%0aSet-Cookie:%20a=b', '/monitors/%0d%0aSet-Cookie:%20a=b/', '//%0d%0aSet-Cookie:%20a=b']);
  for (const path of paths) {
    const { headers } = await rawRequest(product.url, {
      path,
      headers: { 'User-Agent': breaks.replace(/[^\x20-\x7e]/g, '\t') },
    });
    expect(headers, path).not.toHaveProperty('set-cookie');
    for (const value of Object.values(headers)) expect(String(value), path).toMatch(/^[\t\x20-\x7e]*$/);
  }
  upstream.play([
    { send: `HTTP/1.1 500 ${breaks.slice(0, 3)}\r\nX: \u001b[31m\r\nContent-Length: 0\r\n\r\n` },
  ]);
  await rawRequest(product.url, { path: '/api/monitors/00000000-0000-4000-8000-000000000009' });
  await product.stop();
  await upstream.close();
  const lines = product
    .logs()
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(✓ Running next\.config|Sightline is running at )/.test(line));
  expect(lines.length).toBeGreaterThan(paths.length);
  for (const line of lines) {
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(debug|info|warn)$/) });
  }
});
