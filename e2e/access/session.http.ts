import { expect } from 'vitest';
import { rawRequest } from '../support/http/raw-request.ts';
import { test } from '../support/products/http-test.ts';
import {
  password,
  sendLogin,
  sessionOf,
  signedIn,
  statusWith,
  withPassword,
} from '../support/sign-in/password.ts';

test('row 52: a session planted before signing in is replaced and invalidated', async ({
  passwordStack: { product },
}) => {
  const planted = await signedIn(product);
  const response = await sendLogin(product, { headers: { Cookie: planted } });
  const own = sessionOf(response);
  expect(own).toMatch(/^sightline-local=.{100,}/);
  expect(own).not.toBe(planted);
  expect(await statusWith(product, own)).toBe(200);
  expect(await statusWith(product, planted)).toBe(401);
  // Both cookies, as a browser sends them when one was planted for a more specific path: the first is used.
  expect(await statusWith(product, `${planted}; ${own}`)).toBe(401);
});

test('row 53: with a trusted proxy the address that it forwards is used', { tags: 'deep' }, async ({
  stack,
}) => {
  const env = { ...withPassword, SIGHTLINE_TRUSTED_PROXY_HOPS: '1', SIGHTLINE_LOG_LEVEL: 'info' };
  const { product } = await stack({ monitors: 3 }, { env, waitForInventory: false });
  await sendLogin(product, { headers: { 'X-Forwarded-For': '198.51.100.7, 192.0.2.1' } });
  await expect.poll(() => product.logs()).toMatch(/"outcome":"signed_in","address":"192\.0\.2\.1"/);
});

test('row 51: signing in and out is rejected without the headers of our own form', async ({
  passwordStack: { product },
}) => {
  const cookie = await signedIn(product);
  // same-origin.test.ts has the other headers.
  const elsewhere: Record<string, string>[] = [
    {},
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Origin: product.url, 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of elsewhere) {
    for (const path of ['/api/auth/login', '/api/auth/logout']) {
      const response = await rawRequest(product.url, {
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie, ...headers },
        body: new URLSearchParams({ password }).toString(),
      });
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  }
  expect((await rawRequest(product.url, { path: '/api/auth/logout' })).status).toBe(405);
  expect(await statusWith(product, cookie)).toBe(200);
});
