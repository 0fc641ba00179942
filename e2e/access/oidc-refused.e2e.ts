import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe.ts';
import { type Federated, federatedTest as test } from '../support/federated.ts';
import { goToProvider, signInAtProvider } from '../support/openid-provider.ts';
import { placeOf, problemOn } from '../support/password.ts';
import { ask } from '../support/read.ts';
import { rowLinks } from '../support/screen.ts';

const deep = '/monitors?q=a';
const back = `next=${encodeURIComponent(deep)}`;
const notAllowed = /^You don’t have access to these monitors\./;

/** On the login page, with the reason, the way back kept, nobody signed in, and no going round. */
async function expectRefused(page: Page, product: { url: string }, code: string, words: RegExp) {
  await expect(problemOn(page)).toHaveText(words);
  expect(placeOf(page)).toBe(`/login?error=${code}&${back}`);
  expect(await page.context().cookies(product.url)).toEqual([]);
  await expectNoAxeViolations(page);
}

const rules = [
  { who: 'mallory', name: 'a wrong group', env: { SIGHTLINE_OIDC_ALLOWED_GROUPS: 'ops, sre' } },
  { who: 'mallory', name: 'a wrong domain', env: { SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com' } },
  { who: 'eve', name: 'an unverified address', env: { SIGHTLINE_OIDC_ALLOWED_DOMAINS: 'example.com' } },
];
for (const { who, name, env } of rules) {
  test(`row 56: ${name} is refused, who belongs is let in`, async ({ federatedAlone, page, browser }) => {
    const { product } = await federatedAlone(env);
    await page.goto(`${product.url}${deep}`);
    await goToProvider(page);
    await signInAtProvider(page, who);
    await expectRefused(page, product, 'not_allowed', notAllowed);
    // The provider still knows them, and sends them back at once: no loop all the same.
    await goToProvider(page);
    await expectRefused(page, product, 'not_allowed', notAllowed);

    const other = await browser.newPage();
    await other.goto(`${product.url}${deep}`);
    await goToProvider(other);
    await signInAtProvider(other, 'ada');
    await expect(rowLinks(other).first()).toBeVisible();
    await other.context().close();
  });
}

test('row 56: who cancels at the provider is back on the login page', async ({ federated, page }) => {
  const { product } = federated;
  const before = product.logs().length;
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expectRefused(page, product, 'provider_refused', /^The sign-in provider denied the request\./);
  expect(product.logs().slice(before)).toContain('"reason":"access_denied"');
});

test('row 56: a provider that is down, before leaving and on return, is said so, and can be tried again', async ({
  federatedAlone,
  page,
}) => {
  const { product, provider } = await federatedAlone();
  const down = /^Can’t reach the sign-in provider\./;
  await provider.down();
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await expectRefused(page, product, 'provider_down', down);

  await provider.up();
  await goToProvider(page);
  // It sends the browser back, and is gone before the product can ask it for the token.
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

/** Begins to sign in. @returns the way back from the provider, unused: an address with a code and a state */
async function answerFor(page: Page, { product, provider }: Federated): Promise<URL> {
  const kept = provider.holdNextCallback();
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  // Who was there before needs to say nothing.
  const form = page.getByPlaceholder('Enter any login');
  await expect(form.or(page.getByText('Kept.'))).toBeVisible();
  if (await form.isVisible()) await signInAtProvider(page, 'ada');
  return new URL(await kept);
}

test('row 56: a code is worth nothing in another browser, without its state, or twice', async ({
  federated,
  page,
  browser,
}) => {
  const parts = federated;
  const { product } = parts;
  const victims = await answerFor(page, parts);
  const thief = await (await browser.newContext()).newPage();

  // No sign-in was begun there.
  await thief.goto(victims.href);
  await expect(problemOn(thief)).toHaveText(/^Sign-in expired or was started in another browser\./);

  // One was begun, and the state is not its own.
  await answerFor(thief, parts);
  await thief.goto(victims.href);
  await expectRefused(thief, product, 'answer_invalid', /Couldn’t verify/);

  // Its own state with the victim's code: the verifier does not fit it (PKCE), and the provider says no.
  const again = await answerFor(thief, parts);
  again.searchParams.set('code', victims.searchParams.get('code') ?? '');
  await thief.goto(again.href);
  await expectRefused(thief, product, 'provider_refused', /denied the request/);

  // Twice: the address with the code is worth nothing once it was used.
  const own = await answerFor(thief, parts);
  await thief.goto(own.href);
  await expect(rowLinks(thief).first()).toBeVisible();
  await thief.context().clearCookies();
  await thief.goto(own.href);
  await expect(problemOn(thief)).toHaveText(/^Sign-in expired/);
  await thief.context().close();
});

test('row 56: the provider is asked with PKCE, state and nonce, all new each time', async ({ federated }) => {
  const { product, provider } = federated;
  const seen = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    const { headers } = await ask(`${product.url}/api/auth/login?next=/monitors`);
    const to = new URL(headers.get('refresh')?.replace('0; url=', '') ?? '');
    expect(to.origin).toBe(provider.issuer);
    const { searchParams: query } = to;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(`${product.url}/api/auth/callback`);
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      seen.add(query.get(name) ?? '');
    }
  }
  expect(seen.size).toBe(9);
});
