import { expect, type Page } from '@playwright/test';
import { signInProblemSchema } from '../../lib/contract/sign-in.ts';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import type { OidcStack } from '../support/sign-in/oidc-product.ts';
import { goToProvider, signInAtProvider } from '../support/sign-in/openid-provider.ts';
import { errorMessageOn, pathAndQueryOf } from '../support/sign-in/password.ts';

const deep = '/monitors?q=a';
const back = `next=${encodeURIComponent(deep)}`;

/** Expects the login page with the reason and the path to return to, without a session and without a redirect loop. */
async function expectRefused(page: Page, product: { url: string }, code: string, words: RegExp) {
  await expect(errorMessageOn(page)).toHaveText(words);
  const id = '[\\da-f-]{36}';
  expect(pathAndQueryOf(page)).toMatch(new RegExp(`^/login\\?error=${code}&${back}&request=${id}$`));
  await expect(errorMessageOn(page)).toHaveText(new RegExp(`request ${id}$`));
  expect(await page.context().cookies(product.url)).toEqual([]);
}

test('row 56: cancelling at the provider leads back to the login page', async ({ oidcStack, page }) => {
  const { product } = oidcStack;
  const before = product.logs().length;
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expectRefused(page, product, 'provider_refused', /^The sign-in provider denied the request\./);
  await expectNoAxeViolations(page);
  await expect.poll(() => product.logs().slice(before)).toContain('"reason":"access_denied"');
});

test('row 56: a provider that is down, before or after the redirect, is reported, and sign-in can be retried', async ({
  startOidcStack,
  page,
}) => {
  const { product, provider } = await startOidcStack();
  const down = /^Can’t reach the sign-in provider\./;
  await provider.down();
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await expectRefused(page, product, 'provider_down', down);

  await provider.up();
  await goToProvider(page);
  // The provider redirects back, and is down before the product can request the token.
  const kept = provider.holdNextCallback();
  await signInAtProvider(page, 'ada');
  const answer = await kept;
  await provider.down();
  await page.goto(answer);
  await expectRefused(page, product, 'provider_down', down);
  await provider.up();
  await goToProvider(page);
  await expect(rowLinks(page).first()).toBeVisible();
});

/**
 * Signs in at the provider without following its redirect. @returns the URL of that redirect, with a code and a state
 */
async function answerFor(page: Page, { product, provider }: OidcStack): Promise<URL> {
  const kept = provider.holdNextCallback();
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  // The provider shows no form when it still has a session.
  const form = page.getByPlaceholder('Enter any login');
  await expect(form.or(page.getByText('Kept.'))).toBeVisible();
  if (await form.isVisible()) await signInAtProvider(page, 'ada');
  return new URL(await kept);
}

test('row 56: a code is rejected in another browser, with another state, and the second time', async ({
  oidcStack,
  page,
  browser,
}) => {
  const parts = oidcStack;
  const { product } = parts;
  const victims = await answerFor(page, parts);
  const thief = await (await browser.newContext()).newPage();

  // No sign-in was started in this browser.
  await thief.goto(victims.href);
  await expect(errorMessageOn(thief)).toHaveText(/^Sign-in expired or was started in another browser\./);

  // A sign-in was started, but with another state.
  await answerFor(thief, parts);
  await thief.goto(victims.href);
  await expectRefused(thief, product, 'answer_invalid', /Couldn’t verify/);

  // Its own state with the victim's code: the provider rejects it, because the code verifier does not match (PKCE).
  const again = await answerFor(thief, parts);
  again.searchParams.set('code', victims.searchParams.get('code') ?? '');
  await thief.goto(again.href);
  await expectRefused(thief, product, 'provider_refused', /denied the request/);

  // A URL with a code is rejected once it has been used.
  const own = await answerFor(thief, parts);
  await thief.goto(own.href);
  await expect(rowLinks(thief).first()).toBeVisible();
  // Leaves the page, which would otherwise go to the login page by itself.
  await thief.goto('about:blank');
  await thief.context().clearCookies();
  await thief.goto(own.href);
  await expect(errorMessageOn(thief)).toHaveText(/^Sign-in expired/);
  await thief.context().close();
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
