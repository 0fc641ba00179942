import { expect, type Locator } from '@playwright/test';
import { intercept } from '../support/browser/intercept.ts';
import { openHydrated, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/** How opaque an element is with all that contains it. */
const opacityOf = (part: Locator) =>
  part.evaluate((node) => {
    let opacity = 1;
    for (let at: Element | null = node; at !== null; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  });

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`while a search is under way, the totals are dimmed like the rows at ${size.width} pixels`, async ({
    staticStack,
    page,
  }) => {
    await page.setViewportSize(size);
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await intercept(page, '**/api/monitors?*', async (route) => {
      await answered;
      await route.continue();
    });
    const summary = page.locator('span').filter({ hasText: /^[\d,]+ monitors?,? ?/ });
    const totals = [
      page.getByRole('button', { name: /^Total / }),
      summary.first(),
      page.getByText(/ of 248$/).last(),
      page.getByRole('table', { name: 'Monitors' }),
    ];
    await searchBox(page).fill('api');
    for (const part of totals) await expect.poll(() => opacityOf(part)).toBeCloseTo(0.6);
    answer();
    await expect(summary.first()).not.toContainText('248');
    for (const part of totals.slice(0, 2)) await expect.poll(() => opacityOf(part)).toBe(1);
  });
}
