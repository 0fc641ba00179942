import { expect } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct } from '../support/products/product.ts';

const statuses = ['paused by maintenance window', 'paused '.repeat(30)];

test('an unknown status of any length leaves room for the name and does not overflow the page', {
  tag: '@nightly',
}, async ({ page }) => {
  const upstream = await startScriptedUpstream(({ target }) => {
    const n = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
    const last_check_at = new Date().toISOString();
    const odd = (index: number) => ({ last_status: statuses[index - 1], last_check_at });
    return n > 0
      ? jsonAnswer(200, { data: { ...wireDetail(n), ...odd(n) } })
      : jsonAnswer(200, wirePage([1, 2].map((index) => ({ ...wireRow(index), ...odd(index) }))));
  });
  const product = await startProduct({
    env: {
      MONITOR_API_BASE_URL: upstream.baseUrl.href,
      MONITOR_API_KEY: 'sk-odd-0123456789',
      SIGHTLINE_AUTH: 'none',
    },
  });
  await waitForCompleteInventory(product);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await openHydrated(page, `${product.url}/monitors?sort=name`);
    await expect(page.getByText('paused by maintenance window').first()).toBeVisible();
    for (const link of await rowLinks(page).all()) {
      expect((await link.boundingBox())?.width, `name at ${width}`).toBeGreaterThan(50);
    }
    for (const number of [1, 2]) {
      await openHydrated(page, `${product.url}/monitors/${wireRow(number).monitor_uuid}`);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `monitor ${number} at ${width}`).toBe(0);
    }
  }
  await product.stop();
  await upstream.close();
});
