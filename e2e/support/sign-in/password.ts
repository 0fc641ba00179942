import type { Page } from '@playwright/test';
import { cheapPasswordHash } from '../../../lib/server/auth/password-hash.fixtures.ts';
import { ask } from '../http/read.ts';
import { waitUntil } from '../wait-until.ts';

export const password = 'correct horse battery staple';

/** Settings of a product with password sign-in. */
export const withPassword = {
  SIGHTLINE_AUTH: 'password',
  SIGHTLINE_PASSWORD_HASH: cheapPasswordHash(password),
};

interface Attempt {
  password?: string;
  next?: string;
  headers?: Record<string, string>;
}

/** Sends the login form like a browser. Redirects are not followed. */
export function sendLogin(product: { url: string }, attempt: Attempt = {}) {
  const { next = '/monitors', headers = {} } = attempt;
  return ask(`${product.url}/api/auth/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: new URLSearchParams({ password: attempt.password ?? password, next }),
  });
}

/** Returns the session's `name=value` for a `Cookie` header, from a response that sets it. */
export function sessionOf(response: { headers: Headers }): string {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('sightline-local='));
  return set?.split(';')[0] ?? '';
}

/** Signs in. @returns the `Cookie` header of the new session */
export async function signedIn(product: { url: string }): Promise<string> {
  const response = await sendLogin(product);
  const location = response.headers.get('location');
  if (response.status !== 303 || location !== '/monitors') {
    throw new Error(`Not signed in: ${response.status}, to ${location}`);
  }
  return sessionOf(response);
}

/** Returns the status of the list for this cookie: 200 when signed in, otherwise 401. */
export async function statusWith(product: { url: string }, cookie: string): Promise<number> {
  return (await ask(`${product.url}/api/monitors?per_page=1`, { headers: { Cookie: cookie } })).status;
}

/** Waits until the product has read all monitors once. @param headers of a signed-in user or a script */
export async function waitForCompleteInventoryAs(
  product: { url: string },
  headers: Record<string, string>,
): Promise<void> {
  await waitUntil(
    async () => (await ask(`${product.url}/api/monitors?per_page=1`, { headers })).text,
    (text) => text.includes('"state":"complete"'),
    'the product has read all monitors',
  );
}

/** Fills in and submits the sign-in form. */
export async function signInOn(page: Page, text = password): Promise<void> {
  await page.getByLabel('Password').fill(text);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The error message of the login page. */
export function errorMessageOn(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

/** The path and query of the page's URL. */
export function pathAndQueryOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}
