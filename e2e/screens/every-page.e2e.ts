import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { facet, openHydrated } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { type Product, startProduct } from '../support/products/product.ts';
import { signInOn, withPassword } from '../support/sign-in/password.ts';

test.describe.configure({ mode: 'parallel' });

const laptop = { width: 1280, height: 800 };
const smallPhone = { width: 320, height: 640 };

/** The pages with their headings, and one that does not exist. */
async function pagesOf(product: Product): Promise<[path: string, ready: (page: Page) => Promise<unknown>][]> {
  const { data } = await readList(product, 'condition=down');
  const heading = (name: string) => (page: Page) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return [
    ['/monitors', (page) => expect(page.getByText(/^1–25 of \d+$/)).toBeVisible()],
    ['/monitors?type=tcp&condition=-down', (page) => expect(page.getByRole('table')).toBeVisible()],
    [`/monitors/${data[0]?.monitor_uuid}`, heading(String(data[0]?.name))],
    ['/changes', (page) => expect(page.getByRole('slider', { name: /^Monitors down/ })).toBeVisible()],
    ['/review', heading('Review')],
    ['/coverage', heading('Coverage')],
    ['/usage', (page) => expect(page.getByRole('heading', { name: 'API access' })).toBeVisible()],
    ['/api/docs', heading('API')],
    ['/nowhere', heading('Page not found')],
  ];
}

for (const size of [laptop, smallPhone]) {
  test(`no page violates a rule of accessibility or scrolls sideways at ${size.width} pixels`, async ({
    demo,
    page,
  }) => {
    await page.setViewportSize(size);
    for (const [path, isReady] of await pagesOf(demo)) {
      await test.step(path, async () => {
        await page.goto(`${demo.url}${path}`);
        await isReady(page);
        await expectAccessible(page, [[size, 'light']]);
      });
    }
    await test.step('the list with its filters open', async () => {
      await openHydrated(page, `${demo.url}/monitors?type=tcp`);
      if (size === smallPhone) {
        await page.getByRole('button', { name: /^Filters/ }).click();
        await page.getByRole('dialog').locator('summary').filter({ hasText: 'Region' }).click();
      } else await facet(page, 'Region').trigger.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [[size, 'light']]);
    });
    await test.step('a page that fails', async () => {
      await page.goto(`${demo.url}/monitors/00000000-0000-4000-8000-000000000000`);
      await expect(page.getByRole('heading', { name: 'Monitor not found' })).toBeVisible();
      await expectAccessible(page, [[size, 'light']]);
    });
  });
}

test('the sign-in page and the pages of a signed-in user do not scroll sideways at 320 pixels', async ({
  page,
}) => {
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', ...withPassword } });
  await page.setViewportSize(smallPhone);
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByLabel('Password')).toBeVisible();
  for (const size of [laptop, smallPhone]) await expectAccessible(page, [[size, 'light']]);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await expectAccessible(page, [[smallPhone, 'light']]);
  await signInOn(page);
  for (const path of ['/monitors', '/changes', '/review', '/report', '/coverage', '/usage', '/api/docs']) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, [[smallPhone, 'light']]);
  }
  await product.stop();
});

test('on a wide screen all pages use its whole width', async ({ demo, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [path, isReady] of (await pagesOf(demo)).filter(([path]) => path !== '/nowhere')) {
    await page.goto(`${demo.url}${path}`);
    await isReady(page);
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
    expect(edges, path).toEqual([16, 1904]);
  }
});
