import { expect } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { facet, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';

const names = ['__proto__', 'constructor', 'toString'];

test('types and regions with the names of inherited properties are in the menus, at first and after a filter', async ({
  page,
}) => {
  const upstream = await startScriptedUpstream(() =>
    jsonAnswer(
      200,
      wirePage(
        names.map((name, n) => ({ ...wireRow(n), name: `monitor ${n}`, type: name, regions: [name] })),
      ),
    ),
  );
  const product = await startProduct({ env: upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }) });
  await waitForCompleteInventory(product);
  await openHydrated(page, `${product.url}/monitors`);
  for (const label of ['Type', 'Region'] as const) {
    const { trigger, popup, value } = facet(page, label);
    await trigger.click();
    for (const name of names) await expect(value(name)).toHaveText(`${name}1`);
    await value('__proto__').click();
    await expect(rowLinks(page)).toHaveText(['monitor 0']);
    // Now with an answer that the browser has requested.
    for (const name of names) await expect(value(name)).toHaveText(`${name}1`);
    await value('__proto__').click();
    await expect(rowLinks(page)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
  await searchBox(page).pressSequentially('type:');
  await expect(page.getByRole('option', { name: /__proto__/ })).toBeVisible();
  await page.goto(`${product.url}/changes`);
  await page.locator('button[aria-haspopup="dialog"]').filter({ hasText: /^Type/ }).click();
  await expect(page.getByRole('dialog').getByText('__proto__')).toBeVisible();
  expect(await product.stop()).toBe(0);
  await upstream.close();
});
