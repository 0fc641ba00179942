import { expect } from '@playwright/test';
import { openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

/*
 * The page is slowed down so that rendering a list takes long enough for a second URL to be written meanwhile. The
 * exact moment depends on the machine, so the test tries several delays.
 */
test('a URL written while an older one is being rendered stays', async ({ staticStack, page }) => {
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const lost = await page.evaluate(async () => {
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const rows = () => document.querySelectorAll('tbody tr').length;
    const lost: number[] = [];
    for (const delay of [8, 12, 16, 20, 28, 40]) {
      history.pushState(null, '', '/monitors?per_page=50');
      await wait(delay);
      history.pushState(null, '', '/monitors?per_page=10');
      while (rows() !== 10) {
        if (location.search !== '?per_page=10') lost.push(delay);
        await wait(1);
      }
      history.pushState(null, '', '/monitors');
      while (rows() !== 25) await wait(1);
    }
    return lost;
  });
  expect(lost).toEqual([]);
});
