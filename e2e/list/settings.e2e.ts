import { expect, type Page } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { chip, facet, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { ask, requestRefresh } from '../support/http/read.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { frequentReads } from '../support/products/recorded-changes.ts';
import { plentyHeaders } from '../support/upstream/echoing-upstream.ts';

/** Limits that let the product read a modified monitor again soon: with those of other tests it would wait 11 s. */
const hugeLimits = {
  ...plentyHeaders,
  'X-Quota-Daily-Limit': '100000000',
  'X-Quota-Daily-Remaining': '99999999',
  'X-Quota-Monthly-Limit': '1000000000',
  'X-Quota-Monthly-Remaining': '999999999',
};

/** Chooses a menu entry by keyboard. */
async function chooseColumn(page: Page, label: string) {
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: label, exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('settings that the list omits have columns, filters, search words and edits, and the page says how many are known', async ({
  page,
}) => {
  let checkout = { timeout_ms: 10_000, updated_at: '2025-06-02T03:04:05.678Z' };
  const details = () => [
    {
      ...wireDetail(1),
      ...checkout,
      name: 'Checkout',
      expected_status_codes: [301],
      description: 'Where people pay',
    },
    { ...wireDetail(2), name: 'Search', timeout_ms: null, http_method: 'HEAD' },
    { ...wireDetail(3), name: 'Legacy' },
  ];
  const upstream = await startScriptedUpstream(({ target }) => {
    const number = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
    if (number === 3) return jsonAnswer(500, { error: 'No' }, hugeLimits);
    return jsonAnswer(200, number > 0 ? { data: details()[number - 1] } : wirePage(details()), hugeLimits);
  });
  const product = await startProduct({
    env: removeDeadline({
      ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-settings-0123456789' }),
      ...frequentReads.env,
      SIGHTLINE_READ_SETTINGS: 'on',
    }),
  });
  const waitFor = (path: string, text: string) =>
    expect
      .poll(async () => {
        await requestRefresh(product);
        return (await ask(`${product.url}/api/${path}`)).text;
      })
      .toContain(text);
  await waitFor('monitors', '"settings":{"known":2,"monitors":3}');

  await openHydrated(page, `${product.url}/monitors?sort=name`);
  const known = page.getByRole('link', { name: 'Check settings known for 2 of 3' });
  await expect(rowLinks(page)).toHaveCount(3);
  await expect(known).toHaveCount(0);
  await chooseColumn(page, 'Timeout');
  await expect(known).toBeVisible();
  const cells = page.getByRole('table', { name: 'Monitors' }).getByRole('cell');
  await expect(cells.filter({ hasText: /^10 s$/ })).toHaveCount(1);
  await expect(cells.filter({ hasText: /^not set$/ })).toHaveCount(1);
  await expect(cells.filter({ hasText: /^Unknown$/ })).toHaveCount(1);

  await test.step('filters and search', async () => {
    const { trigger, popup } = facet(page, 'More filters');
    await trigger.press('Enter');
    await expect(popup.getByRole('link', { name: 'Check settings known for 2 of 3' })).toBeVisible();
    await expectNoAxeViolations(page);
    await popup.locator('summary').filter({ hasText: 'Expected status' }).press('Enter');
    await popup.getByRole('button', { name: 'Exclude 301', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(rowLinks(page)).toHaveText(['Search']);
    await chip(page, 'Expected status: not 301').press('Enter');
    await expect(rowLinks(page)).toHaveCount(3);
    await expect(searchBox(page)).toBeFocused();
    await page.keyboard.type('people');
    await expect(rowLinks(page)).toHaveText(['Checkout']);
    await searchBox(page).fill('');
  });

  // The product looks every ten seconds for settings to read, meanwhile the test goes on.
  checkout = { timeout_ms: 30_000, updated_at: new Date().toISOString() };

  await test.step('on a phone the filters of settings are in the sheet', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: /^Filters/ });
    await sheet.getByText(/^Method/).click();
    await sheet.getByRole('button', { name: /^HEAD 1$/ }).click();
    await sheet.getByRole('button', { name: 'Show 1 monitor' }).click();
    await expect(rowLinks(page)).toHaveText(['Search']);
  });

  await test.step('edits and the page of the usage', async () => {
    await waitFor('changes?kind=edited', '"timeout_ms":{"before":10000,"after":30000}');
    await page.goto(`${product.url}/changes?kind=edited`);
    await expect(page.getByRole('deletion')).toHaveText('10 s');
    await expect(page.getByRole('insertion')).toHaveText('30 s');

    await page.goto(`${product.url}/usage`);
    await expect(
      page.getByText('Check settings are known for 2 of 3 monitors; the rest could not be read'),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /^Settings .* \d+$/ })).toBeVisible();
  });
  await product.stop();
  await upstream.close();
});
