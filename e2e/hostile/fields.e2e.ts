import { expect, type Page } from '@playwright/test';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { openAllPopups } from '../support/hostile/open-all-popups.ts';
import { productWith, type Served, uuidOf } from '../support/hostile/text-in-every-field.ts';
import { test } from '../support/products/fixtures.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';

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

  test('row 60: it is inert in the list and in its popups', { tag: '@core' }, async ({ page, context }) => {
    const violations = await watchPolicy(context);
    await openHydrated(page, `${served.product.url}/monitors?sort=name`);
    await expect(rowLinks(page)).toHaveCount(markups.length);
    for (const markup of markups) await expect(rowLinks(page).filter({ hasText: markup })).toHaveText(markup);
    expect(await openAllPopups(page)).toBeGreaterThan(4);
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
});

test('row 60: markup in a missing-scope response of upstream is shown as text', async ({
  stack,
  page,
  context,
}) => {
  const [markup = ''] = markups;
  const violations = await watchPolicy(context);
  const body = JSON.stringify({ error: markup, required_scope: markup, granted_scopes: [markup] });
  const { product } = await stack(
    {},
    {
      before: ({ api }) => {
        api.inject({ kind: 'status', status: 403 });
        api.inject({ kind: 'malformed', body });
      },
    },
  );
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('main')).toContainText(markup);
  expect(await isHit(page)).toBe(false);
  expect(violations).toEqual([]);
});
