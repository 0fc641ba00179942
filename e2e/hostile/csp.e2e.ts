import { expect } from '@playwright/test';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { openAllPopups } from '../support/hostile/open-all-popups.ts';
import { test } from '../support/products/fixtures.ts';

test('no screen violates its content security policy, also with open popups', { tag: '@core' }, async ({
  staticStack: { product },
  page,
  context,
}) => {
  const violations = await watchPolicy(context);
  await openHydrated(page, `${product.url}/monitors`);
  expect(await openAllPopups(page)).toBeGreaterThanOrEqual(5);
  await page.getByRole('button', { name: /^Jump/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('api');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await rowLinks(page).first().click();
  await expect(page.getByRole('heading', { name: 'What is checked' })).toBeVisible();
  await openAllPopups(page);
  await page.getByRole('link', { name: /^API requests left/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await openAllPopups(page);
  expect(violations).toEqual([]);
});

test('no screen violates its content security policy when it is the first to be opened', async ({
  staticStack: { product, referenceApi },
  page,
  context,
}) => {
  const violations = await watchPolicy(context);
  const [monitor] = referenceApi.api.organization().monitors();
  for (const path of [`/monitors/${monitor?.monitor_uuid}`, '/usage']) {
    await openHydrated(page, `${product.url}${path}`);
    await openAllPopups(page);
  }
  for (const path of ['/', '/nowhere', '/monitors/not-a-uuid', '/monitors?q=zzz%20nowhere', '/login']) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('heading').or(page.getByRole('table')).first()).toBeVisible();
  }
  await page.goto(`${product.url}/monitors/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'Monitor not found' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('the check works: an inline script, an inline handler and eval are blocked and reported', {
  tag: '@core',
}, async ({ staticStack, page, context }) => {
  const violations = await watchPolicy(context);
  const smuggled = '<script>window.wasInline = true</script><img src="x" onerror="window.wasHandled = true">';
  await page.route(`${staticStack.product.url}/monitors`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${smuggled}</body>`) });
  });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.evaluate(() => {
    // Code that Playwright runs may use eval; code that the page's timer runs may not.
    // biome-ignore lint/security/noGlobalEval: the test expects it to be blocked.
    setTimeout(() => window.eval('window.wasEvaluated = true'));
  });
  const seen = () => violations.join('\n');
  await expect.poll(seen).toContain('script-src-elem inline');
  await expect.poll(seen).toContain('script-src-attr inline');
  await expect.poll(seen).toContain('script-src eval');
  const names = ['wasInline', 'wasHandled', 'wasEvaluated'];
  expect(await page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([]);
});
