import { expect, type Page } from '@playwright/test';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { pressQuickly } from '../support/browser/press-quickly.ts';
import { chip, chips, openHydrated, rowLinks, waitForHydration } from '../support/browser/screen.ts';
import { ask, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty, type Stack } from '../support/products/stack.ts';

const expectsRedirect = 'Expects a redirect, but follows redirects';
const ruleLink = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) });

/** Waits until a rule names this many monitors. Settings count from the next crawl on. */
async function waitForRule({ product }: Stack, rule: string, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await requestRefresh(product);
      const { data } = JSON.parse((await ask(`${product.url}/api/review`)).text);
      return data.find((one: { rule: string }) => one.rule === rule)?.count;
    })
    .toBe(count);
}

/** A stack that has read the settings of all monitors. */
async function withSettings(stack: (options?: object, setup?: object) => Promise<Stack>): Promise<Stack> {
  const started = await stack({ monitors: 25, limits: plenty }, { env: readsOnRequest });
  const { product, referenceApi } = started;
  for (const { monitor_uuid } of referenceApi.api.organization().monitors()) {
    await ask(`${product.url}/api/monitors/${monitor_uuid}`);
  }
  await waitForRule(started, 'expects_redirect_but_follows', 1);
  return started;
}

for (const { tag, ...size } of [
  { width: 1280, height: 800, tag: '@core' },
  { width: 360, height: 740, tag: [] },
]) {
  test(`by keyboard at ${size.width} pixels: from a rule to its monitors, and to one of them`, {
    tag,
  }, async ({ stack, page }) => {
    const { product } = await withSettings(stack);
    await page.setViewportSize(size);
    await openHydrated(page, `${product.url}/monitors`);
    await pressQuickly(page, 'gr');
    await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
    await expect(page.getByText('Settings known for all 25 monitors.')).toBeVisible();
    await page.keyboard.press('j');
    await expect(ruleLink(page, expectsRedirect)).toBeFocused();
    await expect(ruleLink(page, expectsRedirect)).toHaveAccessibleName(/: 1 monitor$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/monitors\?rule=expects_redirect_but_follows$/);
    await expect(rowLinks(page)).toHaveCount(1);
    const statuses = page.getByRole('columnheader', { name: 'Expected status' });
    // Cards of a phone have no columns.
    if (size.width > 1000) await expect(statuses).toBeVisible();
    await expect(chips(page)).toHaveAccessibleName(`Remove Review: ${expectsRedirect}`);
    await page.keyboard.press('j');
    await expect(rowLinks(page).first()).toBeFocused();
    const name = (await rowLinks(page).first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('301');
    const named = page.getByRole('list', { name: 'Rules that name this monitor' });
    await expect(named.getByRole('link', { name: expectsRedirect })).toBeVisible();
    await page.goBack();
    await chip(page, `Review: ${expectsRedirect}`).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/monitors$/);
    await expect(rowLinks(page)).toHaveCount(25);
    await expect(statuses).toHaveCount(0);
  });
}

test('a monitor that is opened from the review leads to the others of its rule, and back', async ({
  demo,
  page,
}) => {
  const { data } = JSON.parse((await ask(`${demo.url}/api/review`)).text);
  const { title, count, monitors, query } = data.find((rule: { count: number }) => rule.count > 2);
  await openHydrated(page, `${demo.url}/review`);
  const rule = page.getByRole('listitem').filter({ hasText: title });
  await rule.getByRole('link', { name: monitors[0].name, exact: true }).click();
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb).toHaveText(`Review/${title}/1 of ${count}, newest first`);
  await page.keyboard.press('j');
  await expect(breadcrumb).toContainText(`2 of ${count}`);
  await expect(page.getByRole('heading', { level: 1, name: monitors[1].name })).toBeVisible();
  await expect(breadcrumb.getByRole('link', { name: title })).toHaveAttribute(
    'href',
    `/monitors?${query}&sort=created_at`,
  );
  await breadcrumb.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
});

test('while no settings are known, the page says so and claims nothing', async ({ stack, page }) => {
  const { product } = await stack({ limits: plenty }, { env: { SIGHTLINE_READ_SETTINGS: 'off' } });
  await openHydrated(page, `${product.url}/review`);
  await expect(page.getByText(/^Settings known for 0 of 248 monitors\./)).toBeVisible();
  const folded = page.getByText(/^\d+ rules name no monitor/);
  await folded.click();
  const list = page.getByRole('list', { name: 'Rules that name no monitor' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Timeout over 30 s' })).toContainText(
    /Present settings not known for \d+ of 248$/,
  );
  await expect(list.getByRole('listitem').filter({ hasText: 'Host checked from one' })).toContainText(
    'Names none',
  );
  await expectAccessible(page, allVariants);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectAccessible(page);
});

test('a rule that does not exist is named, and can be removed', async ({ staticStack, page }) => {
  await page.goto(`${staticStack.product.url}/monitors?rule=no_rule`);
  await expect(page.getByRole('heading', { name: 'Invalid review rule: “no_rule”' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Remove review rule “no_rule”' });
  await waitForHydration(remove);
  await remove.click();
  await expect(rowLinks(page)).toHaveCount(25);
});
