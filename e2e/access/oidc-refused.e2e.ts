import { expect } from '@playwright/test';
import { signInProblemSchema } from '../../lib/contract/sign-in.ts';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { test } from '../support/products/fixtures.ts';
import { goToProvider } from '../support/sign-in/openid-provider.ts';
import { errorMessageOn, pathAndQueryOf } from '../support/sign-in/password.ts';

const deep = '/monitors?q=a';
const back = `next=${encodeURIComponent(deep)}`;

test('row 56: cancelling at the provider leads back to the login page', async ({ oidcStack, page }) => {
  const { product } = oidcStack;
  const before = product.logs().length;
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(errorMessageOn(page)).toHaveText(
    /^The sign-in provider denied the request\..*request [\da-f-]{36}$/,
  );
  expect(pathAndQueryOf(page)).toMatch(
    new RegExp(`^/login\\?error=provider_refused&${back}&request=[\\da-f-]{36}$`),
  );
  expect(await page.context().cookies(product.url)).toEqual([]);
  await expectNoAxeViolations(page);
  await expect.poll(() => product.logs().slice(before)).toContain('"reason":"access_denied"');
});

test('the message of each refusal fits into its box, also with names of settings', async ({
  oidcStack: { product },
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 560 });
  for (const problem of signInProblemSchema.options) {
    await page.goto(`${product.url}/login?error=${problem}&request=b9a8d63b-9ca0-40bc-b96a-bfb4de30aea8`);
    const beyond = await errorMessageOn(page).evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(beyond, problem).toBeLessThanOrEqual(0);
  }
});
