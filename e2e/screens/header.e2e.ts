import { expect } from '@playwright/test';
import { expectHeaderFits } from '../support/browser/expect-header-fits.ts';
import { setPreferences } from '../support/browser/preferences.ts';
import { spend } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';

// The API usage is collapsed into the header, also while a limit runs low.
test.beforeEach(({ context }) => setPreferences(context, { usageBanner: 'collapsed' }));

test('the header fits in any window, also while a limit runs low', async ({ stack, page }) => {
  const limits = { ...plenty, daily: 10 };
  const { product } = await stack({ monitors: 25, limits }, { before: (api) => spend(api, 8) });
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByRole('banner')).toContainText('10 % of today');
  await expectHeaderFits(page);
});
