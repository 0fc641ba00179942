import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectList } from '../support/browser/expect-list.ts';
import { defaultColumns } from '../support/browser/list-columns.ts';
import {
  count,
  expectBriefly,
  expectQuery,
  facet,
  openHydrated,
  refreshButton,
  rowLinks,
  searchBox,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors, hasWords } from '../support/upstream/expected-list.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('Tab moves through the page in reading order, and what has the focus is outlined', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors?page=2&per_page=10`);
  const stops = [
    page.getByRole('link', { name: 'Skip to content' }),
    page.getByRole('link', { name: 'Sightline' }),
    ...['Monitors', 'Changes', 'Coverage', 'Review', 'Report', 'Wall'].map((name) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
    ),
    button(page, /^Jump to a monitor/),
    button(page, /^API requests left/),
    button(page, 'Keyboard shortcuts'),
    button(page, 'Preferences'),
    ...['Total', 'Down', 'Overdue', 'Never checked', 'Up', 'Inactive', 'Maintenance'].map((label) =>
      count(page, label),
    ),
    searchBox(page),
    ...(['Condition', 'Type', 'Region', 'More filters'] as const).map((label) => facet(page, label).trigger),
    button(page, 'Views'),
    button(page, 'Group'),
    button(page, 'Columns'),
    button(page, 'Export'),
    refreshButton(page),
    button(page, 'Copy link'),
    ...defaultColumns.flatMap((label) => {
      const header = page.getByRole('columnheader', { name: label });
      const resizer = header.getByRole('separator', { name: `Width of ${label}` });
      const sort = [header.getByRole('button')];
      // The resize handles are one tab stop.
      return label === 'Condition' ? [...sort, resizer] : sort;
    }),
    ...Array.from({ length: 10 }, (_, index) => rowLinks(page).nth(index)),
    page.getByRole('combobox', { name: 'Rows per page' }),
    page.getByRole('link', { name: 'First page' }),
    page.getByRole('link', { name: 'Previous page' }),
    page.getByRole('textbox', { name: 'Page, of 25' }),
    page.getByRole('link', { name: 'Next page' }),
    page.getByRole('link', { name: 'Last page' }),
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    const outline = await stop.evaluate((focused) => {
      // The focus outline of the search field is on its parent.
      const drawn = focused.matches('input[type=search]') ? focused.parentElement : focused;
      // The focus outline of a row's stretched link is on its ::after, which covers the row.
      return drawn && getComputedStyle(drawn, focused.matches('tbody a') ? '::after' : null).outlineWidth;
    });
    expect(outline, String(stop)).toBe('2px');
  }
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Next page' })).toBeFocused();
});

test('the skip link, and where the focus is after a navigation', { tag: '@core' }, async ({
  staticStack,
  page,
}) => {
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await openHydrated(page, `${staticStack.product.url}/monitors`);

  await test.step('the first tab stop is a link that skips the header', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(count(page, 'Total')).toBeFocused();
    expect(new URL(page.url()).hash, 'it adds no history entry').toBe('');
    await expect(link('Monitors')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('after a navigation from a focused link in the content, the focus is on the new content', async () => {
    await rowLinks(page).nth(3).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/monitors\/[0-9a-f-]{36}\?list=/);
    await expect(page.locator('#content')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toBeFocused();
  });

  await test.step('a link of the header keeps the focus, and the current page is marked', async () => {
    await link('Changes').focus();
    await page.keyboard.press('Enter');
    await expect(link('Changes')).toHaveAttribute('aria-current', 'page');
    await expect(link('Monitors')).not.toHaveAttribute('aria-current');
    await expect(link('Changes')).toBeFocused();
  });
});

test('search, counts, filters and order can be used by keyboard', async ({ staticStack, page }) => {
  const all = expectedMonitors(staticStack);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);

  await searchBox(page).focus();
  await page.keyboard.type('api');
  await expectList(page, all.filter(hasWords('api')));
  await page.keyboard.press('Tab');
  await expect(button(page, 'Clear search')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();

  const type = facet(page, 'Type');
  await type.trigger.focus();
  await page.keyboard.press('Enter');
  await expect(type.popup.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = type.popup.getByRole('button').nth(2);
  await expect(second).toBeFocused();
  await page.keyboard.press('Space');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(second, 'it keeps its position').toBeFocused();
  await expect(page).toHaveURL(/[?&]type=/);
  const chosen = new URL(page.url()).searchParams.get('type');
  const ofType = all.filter((monitor) => monitor.type === chosen);
  await expectList(page, ofType);
  await page.keyboard.press('Escape');
  await expect(type.trigger).toBeFocused();

  await count(page, 'Up').focus();
  await page.keyboard.press('Space');
  await expect(count(page, 'Up')).toHaveAttribute('aria-pressed', 'true');
  await expectList(
    page,
    ofType.filter(({ condition }) => condition === 'up'),
  );

  const header = page.getByRole('columnheader', { name: 'Name' });
  await header.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(header.getByRole('button')).toBeFocused();

  await button(page, 'Clear').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('Enter opens a monitor, and all its controls can be reached with Tab', { tag: '@core' }, async ({
  staticStack,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const monitors = staticStack.referenceApi.api.organization().monitors();
  const index = monitors.findIndex(({ type }, at) => type === 'https' && at > 0);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await rowLinks(page).nth(index).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(monitors[index]?.name ?? '');

  // An experimental rule: who speaks to the computer says the visible text.
  await expectNoAxeViolations(page, { rules: ['label-content-name-mismatch'] });
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  const stops = [
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'),
    page.getByRole('link', { name: 'Previous monitor' }),
    page.getByRole('link', { name: 'Next monitor' }),
    button(page, 'Copy link'),
    button(page, 'Copy UUID'),
    button(page, 'Copy target'),
    page.getByRole('link', { name: 'Open target' }),
    button(page, 'Refresh'),
    ...['24 h', '7 d', '30 d'].map((label) => button(page, label)),
    page.getByRole('slider', { name: /observed/i }),
    page.locator('summary').filter({ hasText: 'Show as table' }),
    page.getByRole('link', { name: 'All changes of this monitor' }),
    button(page, 'Copy command'),
    button(page, 'Copy API call'),
    page.locator('summary').filter({ hasText: 'Raw JSON' }),
    button(page, 'Copy JSON'),
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await button(page, 'Copy UUID').focus();
  await expectBriefly(
    page.getByRole('status').filter({ hasText: `Copied ${monitors[index]?.monitor_uuid}` }),
    page.keyboard.press('Space'),
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(monitors[index]?.monitor_uuid);
});

test('Escape closes a popup and returns the focus to its button', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  for (const [opener, role] of [
    [button(page, /^Jump to a monitor/), 'dialog'],
    [button(page, 'Keyboard shortcuts'), 'dialog'],
    [button(page, 'Preferences'), 'menu'],
    [button(page, 'Views'), 'dialog'],
    [button(page, 'Columns'), 'menu'],
    [facet(page, 'Region').trigger, 'dialog'],
    [button(page, 'Export'), 'dialog'],
  ] as const) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('Enter right after typing waits for the result; the arrow keys move into the rows and back', async ({
  staticStack,
  page,
}) => {
  const [first] = expectedMonitors(staticStack).filter(hasWords('database'));
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await page.keyboard.press('/');
  await page.keyboard.type('database');
  await page.keyboard.press('Enter');
  await expect(rowLinks(page).first()).toBeFocused();
  await expect(rowLinks(page).first()).toHaveText(String(first?.name));
  await expectQuery(page, 'q=database&sort=created_at');

  await page.keyboard.press('ArrowUp');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).first()).toBeFocused();
});
