import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { openHydrated, refreshButton, rowLinks } from '../support/browser/screen.ts';
import { advanceHours } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import { goToProvider, signInAtProvider } from '../support/sign-in/openid-provider.ts';
import { pathAndQueryOf, statusWith } from '../support/sign-in/password.ts';

const deep = '/monitors?q=a&sort=name&order=desc&per_page=10&page=2';

async function sessionIn(page: Page, origin: string): Promise<string> {
  const cookies = await page.context().cookies(origin);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

test('signs in at the provider, and returns to the requested URL', { tag: '@core' }, async ({
  oidcStack,
  page,
}) => {
  const { product, provider } = oidcStack;
  await page.goto(`${product.url}${deep}`);
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await goToProvider(page);
  await expect(page.getByRole('heading', { name: 'Sign-in' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(provider.issuer);
  await signInAtProvider(page, 'ada');
  await expect(page.getByTitle('Signed in as Ada Lovelace')).toBeVisible();
  await expect(rowLinks(page).first()).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(deep);
  expect(await page.context().cookies(product.url), 'the temporary cookie is removed').toHaveLength(1);
});

test('row 54: signing out ends the session here and at the provider', { tag: '@core' }, async ({
  oidcStack,
  page,
}) => {
  const { product, provider } = oidcStack;
  await page.goto(`${product.url}/monitors`);
  await goToProvider(page);
  await signInAtProvider(page, 'ada');
  await expect(rowLinks(page).first()).toBeVisible();
  const copy = await sessionIn(page, product.url);
  expect(await statusWith(product, copy)).toBe(200);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Sightline' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(product.url);
  expect(await statusWith(product, copy)).toBe(401);

  await goToProvider(page);
  await expect(page.getByPlaceholder('Enter any login'), 'the provider requires sign-in again').toBeVisible();
  expect(new URL(page.url()).origin).toBe(provider.issuer);
});

test('row 52: signing in again creates a new session, and the previous one is invalid', {
  tag: '@nightly',
}, async ({ oidcStack, page }) => {
  const { product } = oidcStack;
  await page.goto(`${product.url}/monitors`);
  await goToProvider(page);
  await signInAtProvider(page, 'mallory');
  await expect(rowLinks(page).first()).toBeVisible();
  const planted = await sessionIn(page, product.url);
  await page.goto(`${product.url}/api/auth/login`);
  await page.waitForURL(`${product.url}/monitors`);
  expect(await statusWith(product, await sessionIn(page, product.url))).toBe(200);
  expect(await statusWith(product, planted)).toBe(401);
});

test('an open page whose session has ended opens the login page, and one click leads back', {
  tag: '@nightly',
}, async ({ startOidcStack, page }) => {
  const { product } = await startOidcStack();
  await page.goto(`${product.url}${deep}`);
  await goToProvider(page);
  await signInAtProvider(page, 'ada');
  await openHydrated(page, `${product.url}${deep}`);
  await advanceHours(2, product);
  await refreshButton(page).click();
  await goToProvider(page);
  // The provider still has a session.
  await expect(rowLinks(page).first()).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(deep);
  await advanceHours(12, product);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign in with your organization' })).toBeVisible();
});
