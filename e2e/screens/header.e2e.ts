import { expect, type Page } from '@playwright/test';
import { setPreferences } from '../support/browser/preferences.ts';
import { spend } from '../support/http/read.ts';
import { plenty, test } from '../support/products/fixtures.ts';
import { startProduct } from '../support/products/product.ts';
import { signInOn, withPassword } from '../support/sign-in/password.ts';

test.describe.configure({ mode: 'parallel' });

// The API usage is collapsed into the header, also while a limit runs low.
test.beforeEach(({ context }) => setPreferences(context, { usageBanner: 'critical' }));

/** Expects that the header of the open page has room for its parts in windows of any width. */
async function expectFits(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^API requests left: \d/ })).toBeVisible();
  for (const width of [320, 360, 390, 639, 640, 767, 768, 1023, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { beyond, truncated } = await page.getByRole('banner').evaluate((header) => {
      const rights = [...header.querySelectorAll('a, button')].map((it) => it.getBoundingClientRect().right);
      const room = header.clientWidth - Number.parseFloat(getComputedStyle(header).paddingRight);
      const badges = [...header.querySelectorAll('[title]')].filter((it) => it.scrollWidth > it.clientWidth);
      return {
        beyond: Math.round(Math.max(...rights) - room),
        truncated: badges.map((it) => it.textContent),
      };
    });
    expect(beyond, `at ${width}`).toBeLessThanOrEqual(0);
    if (width >= 360) expect(truncated, `at ${width}`).toEqual([]);
  }
}

test('the header fits in any window: large limits', { tag: '@nightly' }, async ({ staticStack, page }) => {
  await page.goto(`${staticStack.product.url}/monitors`);
  await expectFits(page);
});

test('the header fits in any window: a limit runs low', async ({ stack, page }) => {
  const limits = { ...plenty, daily: 10 };
  const { product } = await stack({ monitors: 25, limits }, { before: (api) => spend(api, 8) });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('banner')).toContainText('10 % of today');
  await expectFits(page);
});

test('the header fits in any window: demo', { tag: '@nightly' }, async ({ demo, page }) => {
  await page.goto(`${demo.url}/monitors`);
  await expectFits(page);
});

test('the header fits in any window: demo, signed in', async ({ page }) => {
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', ...withPassword } });
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await expectFits(page);
  await product.stop();
});
