import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import { expectHeaderFits } from '../support/browser/expect-header-fits.ts';
import { setPreferences } from '../support/browser/preferences.ts';
import { facet, openHydrated } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct } from '../support/products/product.ts';
import type { SharedProduct } from '../support/products/shared-products.ts';
import { signInOn, withPassword } from '../support/sign-in/password.ts';

// The workers share the tests of this file.
test.describe.configure({ mode: 'parallel' });

const laptop = { width: 1280, height: 800 };
const smallPhone = { width: 320, height: 640 };

interface Shown {
  path: string;
  /** A heading, or something else that is there once the page is complete. */
  ready: string | ((page: Page) => Promise<unknown>);
}

const list: Shown = {
  path: '/monitors',
  ready: (page) => expect(page.getByText(/^1–25 of \d+$/)).toBeVisible(),
};
const ofTheHistory: readonly Shown[] = [
  {
    path: '/changes',
    ready: (page) => expect(page.getByRole('slider', { name: /^Down, overdue and unknown/ })).toBeVisible(),
  },
  { path: '/review', ready: 'Review' },
];
const ofTheProduct: readonly Shown[] = [
  { path: '/coverage', ready: 'Coverage' },
  { path: '/usage', ready: 'API access' },
];
const ofErrors: readonly Shown[] = [
  { path: '/nowhere', ready: 'Page not found' },
  { path: '/monitors/00000000-0000-4000-8000-000000000000', ready: 'Monitor not found' },
];

async function aMonitor(product: SharedProduct): Promise<Shown> {
  const { data } = await readList(product, 'condition=down');
  return { path: `/monitors/${data[0]?.monitor_uuid}`, ready: String(data[0]?.name) };
}

async function allPages(product: SharedProduct): Promise<readonly Shown[]> {
  return [list, await aMonitor(product), ...ofTheHistory, ...ofTheProduct, ...ofErrors];
}

async function open(page: Page, product: SharedProduct, { path, ready }: Shown): Promise<void> {
  await page.goto(`${product.url}${path}`);
  if (typeof ready !== 'string') await ready(page);
  else await expect(page.getByRole('heading', { name: ready, exact: true })).toBeVisible();
}

/** Opens a filtered list and the values of a filter. */
async function openFilters(page: Page, product: SharedProduct): Promise<void> {
  await openHydrated(page, `${product.url}/monitors?type=tcp&condition=-down`);
  if ((page.viewportSize()?.width ?? 0) < 640) {
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('dialog').locator('summary').filter({ hasText: 'Region' }).click();
  } else await facet(page, 'Region').trigger.click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const inBothThemes = (page: Page) =>
  expectAccessible(page, [
    [laptop, 'light'],
    [laptop, 'dark'],
  ]);

test('the list and a monitor violate no rule of accessibility, and do not scroll sideways', {
  tag: '@core',
}, async ({ demo, page }) => {
  await page.setViewportSize(laptop);
  await openFilters(page, demo);
  await inBothThemes(page);
  await open(page, demo, await aMonitor(demo));
  await inBothThemes(page);
});

for (const [name, pages] of [
  ['changes and review', ofTheHistory],
  ['coverage, usage and errors', [...ofTheProduct, ...ofErrors]],
] as const) {
  test(`other pages violate no rule of accessibility, and do not scroll sideways: ${name}`, {
    tag: '@core',
  }, async ({ demo, page }) => {
    await page.setViewportSize(laptop);
    for (const shown of pages) {
      await open(page, demo, shown);
      await inBothThemes(page);
    }
  });
}

test('at 320 pixels no page violates a rule of accessibility or scrolls sideways', async ({ demo, page }) => {
  await page.setViewportSize(smallPhone);
  for (const shown of await allPages(demo)) {
    await open(page, demo, shown);
    await expectAccessible(page, [[smallPhone, 'light']]);
  }
  await openFilters(page, demo);
  await expectAccessible(page, [[smallPhone, 'light']]);
});

test('the sign-in page and the pages of a signed-in user do not scroll sideways at 320 pixels, and their header fits in any window', async ({
  page,
  context,
}) => {
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', ...withPassword } });
  await page.setViewportSize(smallPhone);
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectAccessible(page, [
    [laptop, 'light'],
    [smallPhone, 'light'],
  ]);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await expectAccessible(page, [[smallPhone, 'light']]);
  await signInOn(page);
  for (const path of ['/report', '/monitors', '/changes', '/review', '/coverage', '/usage']) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    // The other pages are checked without sign-in.
    if (path === '/report' || path === '/monitors') await expectAccessible(page, [[smallPhone, 'light']]);
  }
  // The API usage is collapsed into the header.
  await setPreferences(context, { usageBanner: 'collapsed' });
  await page.goto(`${product.url}/monitors`);
  await expectHeaderFits(page);
  await product.stop();
});

test('on a wide screen all pages use its whole width', async ({ demo, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const shown of await allPages(demo)) {
    if (shown.path === '/nowhere') continue;
    await open(page, demo, shown);
    const edges = await page
      .getByRole('main')
      .locator('> :visible')
      .evaluateAll((parts) => {
        // A sticky toolbar reaches the edges of the window.
        const boxes = parts
          .map((part) => part.getBoundingClientRect())
          .filter(({ left, width }) => left > 0 && width > 1);
        return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
      });
    expect(edges, shown.path).toEqual([16, 1904]);
  }
});
