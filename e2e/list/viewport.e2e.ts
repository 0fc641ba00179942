import { expect, type Page } from '@playwright/test';
import * as views from '../support/browser/saved-views.ts';
import { facet, openHydrated, refreshButton, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/** The number of fully visible rows: not scrolled away, and not covered by a sticky element. */
function countVisibleRows(page: Page): Promise<number> {
  return page.locator('tbody tr').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect();
        const isVisible = (y: number) => row.contains(document.elementFromPoint(left + 60, y));
        return isVisible(top + 2) && isVisible(bottom - 3);
      }).length,
  );
}

test('the list fits its window: rows in view, what stays in view, and menus that move nothing', async ({
  staticStack,
  page,
}) => {
  await test.step('at 200 % zoom at least eight rows are visible at 1280 × 800', async () => {
    // The layout viewport at this zoom.
    await page.setViewportSize({ width: 640, height: 400 });
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(8);
  });

  await test.step('25 rows are visible at 1920 × 1080', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(() => countVisibleRows(page)).toBe(25);
  });

  await test.step('search, age and pager stay in view on a long page, and the next page begins at its top', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openHydrated(page, `${staticStack.product.url}/monitors?per_page=100`);
    await rowLinks(page).nth(90).scrollIntoViewIfNeeded();
    await expect(searchBox(page)).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Refresh, as of/ })).toBeInViewport();
    const next = page.getByRole('link', { name: 'Next page' });
    await expect(next).toBeInViewport();
    await next.click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rowLinks(page).first()).toBeInViewport();
    await expect(next).toBeFocused();
  });

  await test.step('at 768 pixels the name column stays while the chosen ones scroll, and the scroll bar is visible', async () => {
    await page.setViewportSize({ width: 768, height: 700 });
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    // Columns that the user has chosen do not give way.
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'UUID' }).click();
    await page.keyboard.press('Escape');
    const frame = page.getByRole('region', { name: 'Monitors, scrolls horizontally' });
    const box = await frame.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
    await frame.evaluate((element) => element.scrollTo({ left: 10_000 }));
    await expect(page.getByRole('columnheader', { name: 'UUID' })).toBeInViewport({ ratio: 1 });
    const name = await rowLinks(page).first().boundingBox();
    expect(name?.x).toBeGreaterThanOrEqual(box?.x ?? 0);
    const underneath = await rowLinks(page)
      .first()
      .evaluate((link) => {
        const { left, top, height } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + 5, top + height / 2));
      });
    expect(underneath, 'nothing covers the name').toBe(true);
  });

  await test.step('with all filters, groups and a modified view the toolbar fits 1280 pixels', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const filters = 'condition=up&type=tcp&region=fra1&maintenance_mode=false&flapping=false&http_method=GET';
    const groups = 'group=name&name_separator=,&name_part=second';
    await openHydrated(page, `${staticStack.product.url}/monitors?${filters}&${groups}`);
    await views.opener(page).click();
    await views.save(page, 'A view with quite a long name');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Type: tcp' }).click();
    await expect(views.opener(page)).toHaveAccessibleName(/\(modified\)$/);
    await facet(page, 'Type').choose('http');
    await expect(page.getByRole('button', { name: 'Type 1 selected' })).toBeVisible();
    await expect(refreshButton(page)).toBeInViewport({ ratio: 1 });
  });

  await test.step('focusing the search field does not move the button that clears it', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors?q=a`);
    const clear = page.getByRole('button', { name: 'Clear search' });
    const before = await clear.boundingBox();
    await searchBox(page).focus();
    await page.keyboard.type('p');
    await expect(searchBox(page), 'the help for words is loaded').toHaveAttribute('aria-invalid', 'false');
    expect(await clear.boundingBox()).toEqual(before);
  });

  await test.step('opening a menu of the toolbar moves nothing', async () => {
    await openHydrated(page, `${staticStack.product.url}/monitors`);
    for (const name of ['Columns', 'Export', 'Views']) {
      const button = page.getByRole('button', { name, exact: true });
      const before = await button.boundingBox();
      await button.click();
      await expect(page.locator('[role=menu], [role=dialog]').first()).toBeVisible();
      expect(await button.boundingBox(), name).toEqual(before);
      await page.keyboard.press('Escape');
    }
  });
});

test('a monitor opened from a slightly scrolled list is shown from its top', async ({
  staticStack,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.evaluate(() => window.scrollTo(0, 30));
  await rowLinks(page).nth(3).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, 30));
  await page.keyboard.press('j');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('5 of 248');
  await expect(page.getByRole('banner'), 'the next monitor is also shown from its top').toBeInViewport({
    ratio: 1,
  });
  await page.goBack();
  await expect(rowLinks(page).nth(4)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY), 'the scroll position of the list is restored').toBe(30);
});
