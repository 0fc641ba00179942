import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe.ts';
import { hoursLater } from '../support/hour-later.ts';
import { password, placeOf, problemOn, signedIn, signInOn, statusWith } from '../support/password.ts';
import { passwordTest as test } from '../support/password-product.ts';
import { openLive, refreshButton, rowLinks } from '../support/screen.ts';

const deep = '/monitors?q=a&sort=name&order=desc&per_page=10&page=2';

test('signs in by keyboard alone, and arrives where the address led', async ({
  passwordStack: { product },
  page,
}) => {
  await page.goto(`${product.url}${deep}`);
  await expect(page.getByRole('heading', { name: 'Sign in to Sightline' })).toBeVisible();
  expect(placeOf(page)).toBe(`/login?${new URLSearchParams({ next: deep })}`);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible();
  expect(placeOf(page)).toBe(deep);
  // A second visit to the login page has nothing to ask.
  await page.goto(`${product.url}/login?next=%2Fmonitors%3Fq%3Dweb`);
  expect(placeOf(page)).toBe('/monitors?q=web');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in, arrives, reads and signs out', async ({ passwordStack: { product }, page }) => {
    await page.goto(`${product.url}${deep}`);
    await signInOn(page, 'wrong');
    await expect(problemOn(page)).toHaveText('Wrong password.');
    await signInOn(page);
    expect(placeOf(page)).toBe(deep);
    await expect(rowLinks(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goto(`${product.url}/monitors`);
    expect(placeOf(page)).toBe('/login?next=%2Fmonitors');
  });
});

test('a wrong password says so, keeps the way, and may be tried again', async ({
  passwordStack: { product },
  page,
}) => {
  await page.goto(`${product.url}${deep}`);
  await signInOn(page, `${password}?`);
  await expect(problemOn(page)).toHaveText('Wrong password.');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Wrong password.');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expectNoAxeViolations(page);
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  expect(placeOf(page)).toBe(deep);
});

test('row 54: after signing out the screen, the way back and a copied cookie are dead', async ({
  passwordStack: { product },
  page,
  context,
}) => {
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

test('a page that is open when the session ends goes to the login page and comes back', async ({
  passwordStack: { product },
  page,
  context,
}) => {
  await page.goto(`${product.url}${deep}`);
  await signInOn(page);
  await openLive(page, `${product.url}${deep}`);
  const [cookie] = await context.cookies(product.url);
  // Signed out elsewhere: in another tab, or by somebody with a copy of the cookie.
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
  expect(placeOf(page)).toBe(deep);
});

test('a link followed after the session has ended leads to the login page alone, and on from there', async ({
  passwordStack: { product },
  page,
  context,
}) => {
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await openLive(page, `${product.url}/monitors`);
  await context.clearCookies();
  const name = await rowLinks(page).nth(1).textContent();
  await rowLinks(page).nth(1).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await signInOn(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
});

test('a phone has room for the way out', async ({ passwordStack: { product }, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await openLive(page, `${product.url}/monitors`);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('two hours without a request end a session; being used puts that off; twelve hours end it', async ({
  passwordAlone: { product },
}) => {
  const idle = await signedIn(product);
  await hoursLater(1, product);
  expect(await statusWith(product, idle)).toBe(200);
  await hoursLater(1, product);
  expect(await statusWith(product, idle)).toBe(200);
  await hoursLater(2, product);
  expect(await statusWith(product, idle)).toBe(401);

  const busy = await signedIn(product);
  for (let hour = 1; hour < 12; hour += 1) {
    await hoursLater(1, product);
    expect(await statusWith(product, busy), `hour ${hour}`).toBe(200);
  }
  await hoursLater(1, product);
  expect(await statusWith(product, busy)).toBe(401);
});

test('a laptop that slept for two hours wakes on the login page, and signing in leads back', async ({
  passwordAlone: { product },
  page,
}) => {
  await page.clock.install();
  await page.goto(`${product.url}${deep}`);
  await signInOn(page);
  await openLive(page, `${product.url}${deep}`);
  await hoursLater(2, product, page);
  await expect(page.getByLabel('Password')).toBeVisible();
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  expect(placeOf(page)).toBe(deep);
});
