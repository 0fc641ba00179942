import { expect, type Page } from '@playwright/test';
import { cheapPasswordHash } from '../../lib/server/access/password-hash.fixtures.ts';
import type { Product } from './product.ts';
import { ask } from './read.ts';

export const password = 'correct horse battery staple';

/** Settings of a product that asks for the password. */
export const withPassword = {
  SIGHTLINE_AUTH: 'password',
  SIGHTLINE_PASSWORD_HASH: cheapPasswordHash(password),
};

interface Attempt {
  password?: string;
  next?: string;
  headers?: Record<string, string>;
}

/** Sends the login form as a browser does, by itself: the answer is not followed. */
export function sendLogin(product: { url: string }, attempt: Attempt = {}) {
  const { next = '/monitors', headers = {} } = attempt;
  return ask(`${product.url}/api/auth/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: new URLSearchParams({ password: attempt.password ?? password, next }),
  });
}

/** The session's `name=value`, as a `Cookie` header holds it, out of an answer that sets it. */
export function sessionOf(answer: { headers: Headers }): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('sightline-local='));
  return set?.split(';')[0] ?? '';
}

/** Signs in. @returns the `Cookie` header of the new session */
export async function signedIn(product: { url: string }): Promise<string> {
  const answer = await sendLogin(product);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/monitors');
  return sessionOf(answer);
}

/** How the list answers to this cookie: 200 to who is signed in, 401 to anybody else. */
export async function statusWith(product: { url: string }, cookie: string): Promise<number> {
  return (await ask(`${product.url}/api/monitors?per_page=1`, { headers: { Cookie: cookie } })).status;
}

/** Waits until the product has read all monitors once, as somebody who is signed in. */
export async function untilReadAs(product: Product, cookie: string): Promise<void> {
  const list = async () => ask(`${product.url}/api/monitors?per_page=1`, { headers: { Cookie: cookie } });
  await expect
    .poll(async () => (await list()).text, { intervals: [20, 50, 100], timeout: 20_000 })
    .toContain('"state":"complete"');
}

/** Fills in the form on the screen. */
export async function signInOn(page: Page, text = password): Promise<void> {
  await page.getByLabel('Password').fill(text);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What the login page says went wrong. */
export function problemOn(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

/** The path and query that the browser is at. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}
