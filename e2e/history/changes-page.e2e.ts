import { expect, type Page } from '@playwright/test';
import { changeListSchema } from '../../lib/contract/changes.ts';
import { DAY_MS } from '../../lib/contract/limits.ts';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { intercept } from '../support/browser/intercept.ts';
import { setPreferences } from '../support/browser/preferences.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { frequentReads, makeStable, waitForChanges } from '../support/products/recorded-changes.ts';
import { plenty, type RunningStack, type Stack, startStack } from '../support/products/stack.ts';

/** The links and buttons of the feed. */
const rows = (page: Page) => page.getByRole('main').locator('[data-row]');

/** The entry of the 12 monitors that went down at once. */
const folded = (page: Page) =>
  page.getByRole('button', { name: /^\d+ (\w+ )?monitors in fra1 went down (at|between) / });

/** 12 monitors go down at once, and another one is edited. @returns its name */
async function withOutage(stack: Stack): Promise<string> {
  const organization = stack.referenceApi.api.organization();
  const monitors = organization.monitors();
  await waitForChanges(stack, 0);
  for (const { monitor_uuid, updated_at } of monitors.slice(0, 12)) {
    const last_check_at = new Date().toISOString();
    organization.editMonitor(monitor_uuid, { last_status: 'down', last_check_at, updated_at });
  }
  const edited = monitors[20];
  organization.editMonitor(edited?.monitor_uuid ?? '', { interval: 1800 });
  await waitForChanges(stack, 13);
  return edited?.name ?? '';
}

/** Opens the values of the filter of the kinds, and chooses "Removed". */
async function chooseRemoved(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Change' }).getByRole('button', { name: 'Removed' }).click();
}

// These tests only read, so one product is enough.
test.describe('after 12 monitors went down at once, and one was edited', () => {
  let running: RunningStack;
  let url = '';
  let edited = '';
  test.beforeAll(async () => {
    running = await startStack({ monitors: 30, limits: plenty }, { ...frequentReads, before: makeStable });
    url = running.product.url;
    edited = await withOutage(running);
  });
  test.afterAll(() => running.stop());

  test('Back from a monitor returns to its change: the entry is still open, and its link has the focus', {
    tag: '@core',
  }, async ({ page }) => {
    await page.goto(`${url}/changes?kind=down`);
    await waitForHydration(page.getByRole('button', { name: 'Export' }));
    await folded(page).click();
    const link = rows(page).nth(7);
    const name = (await link.textContent()) ?? '';
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.goBack();
    await expect(folded(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(link).toHaveText(name);
    await expect(link).toBeFocused();

    // A page that is opened again starts at its top.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
    await expect(page.locator('#content')).toBeFocused();
  });

  test('many changes at one moment are one entry; filters are in the URL and apply at once; everything works by keyboard', {
    tag: '@core',
  }, async ({ page }) => {
    await page.goto(`${url}/changes?kind=down&kind=edited`);
    await waitForHydration(page.getByRole('button', { name: 'Export' }));
    await expect(folded(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(rows(page)).toHaveCount(2);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(rows(page).first()).toBeFocused();
    await folded(page).focus();
    await page.keyboard.press('o');
    await expect(folded(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(rows(page)).toHaveCount(14);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);

    await page.getByRole('button', { name: 'Remove Change: Down' }).click();
    await expect(page).toHaveURL(/\?kind=edited$/);
    await expect(rows(page)).toHaveText([edited]);
    await expect(page.getByRole('button', { name: /^Edits/ }), 'a kind is chosen').toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Interval: 1 h → 30 min');
    await page.goBack();
    await expect(folded(page)).toBeVisible();
    await chooseRemoved(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/kind=removed/);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page).toHaveURL(/\/changes$/);
    await expect(rows(page), 'no edits').toHaveCount(1);
    await page.getByRole('button', { name: 'Edits 1' }).click();
    await expect(rows(page)).toHaveCount(2);

    await page.keyboard.press('/');
    await page.keyboard.type('nothing has this name');
    await expect(page.getByRole('heading', { name: 'No matching changes' })).toBeVisible();
    await expect(page).toHaveURL(/q=nothing/);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  test('a search with a slip suggests the monitor that was meant', async ({ page }) => {
    await page.goto(`${url}/changes?kind=edited&q=${encodeURIComponent(edited.replace(/^(.)./, '$1'))}`);
    await page.getByText('Did you mean').locator('..').getByRole('button').first().click();
    await expect(rows(page)).toHaveText([edited]);
  });

  test('a range has a chart and a table; rows stay while a filter cannot be applied; wrong parameters are named', async ({
    page,
  }) => {
    await page.goto(`${url}/changes?kind=down&kind=edited`);
    await waitForHydration(page.getByRole('button', { name: 'Export' }));
    await expectAccessible(page, allVariants);
    await page.getByRole('button', { name: '7 d' }).click();
    await expect(page).toHaveURL(/days=7/);
    await page.getByText('Show as table').click();
    await expect(
      page
        .getByRole('region', { name: 'Down, overdue and unknown (all monitors): table' })
        .getByRole('row')
        .nth(1),
    ).toContainText('12');

    await intercept(page, '**/api/changes?*kind=removed*', (route) => route.abort());
    await chooseRemoved(page);
    await expect(page.getByText('Showing the last changes received')).toBeVisible();
    await expect(rows(page).first(), 'the rows stay').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Search changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('Showing the last changes received')).toBeHidden();

    await page.goto(`${url}/changes?kind=exploded&days=2&kind=edited`);
    await expect(page.getByText('kind “exploded”, days “2”')).toBeVisible();
    await expect(rows(page)).toHaveText([edited]);
  });

  test('on a phone the label of a period is not cut off, and the toolbar covers no heading', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 600 });
    await page.goto(`${url}/changes?days=30`);
    const slider = page.getByRole('slider', { name: /^Down, overdue and unknown/ });
    await waitForHydration(slider);
    await slider.focus();
    const box = await page.getByText(/^(At most )?12 down, \d+ overdue, /).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/since=.*until=/);
    await expect(folded(page)).toBeVisible();
    const time = page.getByRole('button', { name: /^Remove Time: .*–/ });
    await time.click();
    await expect(page).not.toHaveURL(/since=/);

    // Dragging over half of the picture chooses half of the 30 days.
    const { x = 0, y = 0, width = 0 } = (await slider.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width - 2, y + 20);
    await page.mouse.up();
    const chosenDays = () => {
      const { since = '', until = '' } = Object.fromEntries(new URL(page.url()).searchParams);
      return Math.round((Date.parse(until) - Date.parse(since)) / DAY_MS);
    };
    await expect.poll(chosenDays).toBe(15);
    // Its ends are moved by keyboard; Back undoes the whole choice.
    const begin = page.getByRole('slider', { name: 'Start of the chosen time' });
    await begin.focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(chosenDays).toBe(16);
    await expect(begin).toBeFocused();
    await page.goBack();
    await expect(page).not.toHaveURL(/since=/);
    await expect(begin).toHaveCount(0);

    await folded(page).click();
    const day = page
      .getByRole('main')
      .getByRole('heading', { name: /^(Today|Yesterday)$/ })
      .first();
    await day.scrollIntoViewIfNeeded();
    await expect(day).toBeInViewport();
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect(day).not.toBeInViewport();
  });
});

test('older changes are loaded on request, below those that are shown, and the filters stay in reach', {
  tag: '@core',
}, async ({ demo, page }) => {
  await expect
    .poll(async () => {
      const { text } = await ask(`${demo.url}/api/changes?limit=200`);
      return changeListSchema.parse(JSON.parse(text)).data.length;
    })
    .toBe(200);
  // A newer change would become the first row.
  await setPreferences(page.context(), { isPaused: true });
  await page.goto(`${demo.url}/changes?edits=all&days=30`);
  const older = page.getByRole('button', { name: 'Show older changes' });
  await waitForHydration(older);
  const first = await rows(page).first().textContent();
  const before = await rows(page).count();
  const announced = page.getByRole('main').getByRole('status').filter({ hasText: 'older changes' });
  const withCursor = /\/api\/changes\?.*cursor=/;
  await intercept(page, withCursor, (route) => route.abort());
  await older.click();
  await expect(page.getByText('Showing the last changes received')).toBeVisible();
  await expect(announced, 'nothing was loaded').toHaveCount(0);
  await page.unroute(withCursor);
  await older.click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  await expect(announced).toHaveText(/^\d+ older changes are shown, \d+ in all\.$/);
  const shown = await rows(page).count();
  await intercept(page, withCursor, (route) => route.abort());
  await page.keyboard.press(']');
  await expect(
    announced,
    'emptied before each request, so that the same text is announced again',
  ).toHaveCount(0);
  await expect(page.getByText('Showing the last changes received')).toBeVisible();
  await page.unroute(withCursor);
  await page.keyboard.press(']');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(shown);
  await expect(rows(page).first()).toHaveText(first ?? '');

  const search = page.getByRole('combobox', { name: 'Search changes' });
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page).first()).not.toBeInViewport();
  await expect(search).toBeInViewport();
});

test('when the history is switched off the page says so, offers no controls, and monitors have no panel of it', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 5 }, { env: { SIGHTLINE_HISTORY_DAYS: '0' } });
  await page.goto(`${product.url}/changes`);
  await expect(page.getByRole('heading', { name: 'History is off' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications' })).toHaveCount(0);
  const uuid = referenceApi.api.organization().monitors()[0]?.monitor_uuid;
  await openHydrated(page, `${product.url}/monitors/${uuid}`);
  await expect(page.getByRole('heading', { name: 'What is checked' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
});
