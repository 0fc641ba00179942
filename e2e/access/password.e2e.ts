import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { openHydrated, refreshButton, rowLinks } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import {
  errorMessageOn,
  password,
  pathAndQueryOf,
  signInOn,
  statusWith,
} from '../support/sign-in/password.ts';

const deep = '/monitors?q=a&sort=name&order=desc&per_page=10&page=2';

test('signs in by keyboard alone, and returns to the requested URL', { tag: '@core' }, async ({
  passwordStack: { product },
  page,
}) => {
  await page.goto(`${product.url}${deep}`);
  await expect(page.getByRole('heading', { name: 'Sign in to Sightline' })).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(`/login?${new URLSearchParams({ next: deep })}`);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(deep);
  // The login page redirects users that are signed in.
  await page.goto(`${product.url}/login?next=%2Fmonitors%3Fq%3Dweb`);
  expect(pathAndQueryOf(page)).toBe('/monitors?q=web');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in, shows the requested page and signs out', async ({ passwordStack: { product }, page }) => {
    await page.goto(`${product.url}${deep}`);
    await signInOn(page, 'wrong');
    await expect(errorMessageOn(page)).toHaveText('Wrong password.');
    await signInOn(page);
    expect(pathAndQueryOf(page)).toBe(deep);
    await expect(rowLinks(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goto(`${product.url}/monitors`);
    expect(pathAndQueryOf(page)).toBe('/login?next=%2Fmonitors');
  });
});

test('a wrong password is reported, keeps the requested URL, and can be corrected', { tag: '@core' }, async ({
  passwordStack: { product },
  page,
}) => {
  await page.goto(`${product.url}${deep}`);
  await signInOn(page, `${password}?`);
  await expect(errorMessageOn(page)).toHaveText('Wrong password.');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Wrong password.');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expectNoAxeViolations(page);
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(deep);
});

test('row 54: after signing out, neither the Back button nor a copied cookie shows monitors', {
  tag: '@core',
}, async ({ passwordStack: { product }, page, context }) => {
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  const [cookie] = await context.cookies(product.url);
  const copy = `${cookie?.name}=${cookie?.value}`;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await statusWith(product, copy)).toBe(200);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await statusWith(product, copy)).toBe(401);
  expect(await context.cookies(product.url)).toEqual([]);
  await page.goBack();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  await context.addCookies(cookie ? [cookie] : []);
  await page.goto(`${product.url}/monitors`);
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a page that is open when the session ends opens the login page and returns after sign-in', {
  tag: '@core',
}, async ({ passwordStack: { product }, page, context }) => {
  await page.goto(`${product.url}${deep}`);
  await signInOn(page);
  await openHydrated(page, `${product.url}${deep}`);
  const [cookie] = await context.cookies(product.url);
  // Signed out elsewhere: in another tab, or with a copy of the cookie.
  await fetch(`${product.url}/api/auth/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, Cookie: `${cookie?.name}=${cookie?.value}` },
  });
  await refreshButton(page).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  expect(pathAndQueryOf(page)).toBe(deep);
});

test('a link followed after the session has ended opens the login page, and its target after sign-in', {
  tag: '@core',
}, async ({ passwordStack: { product }, page, context }) => {
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await openHydrated(page, `${product.url}/monitors`);
  await context.clearCookies();
  const name = await rowLinks(page).nth(1).textContent();
  await rowLinks(page).nth(1).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await signInOn(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
});
