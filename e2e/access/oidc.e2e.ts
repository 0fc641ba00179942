import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { rowLinks } from '../support/browser/screen.ts';
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
