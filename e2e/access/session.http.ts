import fc from 'fast-check';
import { expect } from 'vitest';
import { generated } from '../../lib/testing/property-runs.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { ask } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import { sendLogin, sessionOf, signedIn, statusWith, withPassword } from '../support/sign-in/password.ts';

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

test('row 53: five wrong passwords block an address, then even the right one is rejected', {
  tags: 'deep',
}, async ({ stack }) => {
  const { product } = await stack(
    { monitors: 3 },
    { env: { ...withPassword, ...movableClock }, waitForInventory: false },
  );
  // Without a trusted proxy, forwarding headers do not change the client's address.
  for (let guess = 1; guess <= 5; guess += 1) {
    const response = await sendLogin(product, {
      password: `guess ${guess}`,
      headers: { 'X-Forwarded-For': `198.51.100.${guess}`, 'X-Real-IP': `198.51.100.${guess}` },
    });
    expect(response.headers.get('location')).toBe('/login?error=wrong_password');
  }
  const refused = await sendLogin(product, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
  const location = String(refused.headers.get('location'));
  expect(location).toMatch(/^\/login\?error=too_many_attempts&wait=(300|[12]?\d?\d)$/);
  expect(refused.headers.getSetCookie()).toEqual([]);
  const page = await ask(product.url + location);
  expect(page.text).toMatch(/Too many attempts\. Try again in [1-5] min\./);
  await advanceHours(1, product);
  expect(await statusWith(product, await signedIn(product))).toBe(200);
});

test('row 53: with a trusted proxy the address that it forwards is used', { tags: 'deep' }, async ({
  stack,
}) => {
  const env = { ...withPassword, SIGHTLINE_TRUSTED_PROXY_HOPS: '1', SIGHTLINE_LOG_LEVEL: 'info' };
  const { product } = await stack({ monitors: 3 }, { env, waitForInventory: false });
  await sendLogin(product, { headers: { 'X-Forwarded-For': '198.51.100.7, 192.0.2.1' } });
  await expect.poll(() => product.logs()).toMatch(/"outcome":"signed_in","address":"192\.0\.2\.1"/);
});

test('row 55: a tampered, oversized or invented cookie counts as signed out, on every kind of route', {
  tags: 'generated',
}, async ({ passwordStack: { product } }) => {
  const real = await signedIn(product);
  const value = real.slice(real.indexOf('=') + 1);
  const seal = value.split('*');
  const inHeader = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 400,
  });
  const tampered = fc
    .record({
      at: fc.nat(value.length - 1),
      text: fc.constantFrom('A', 'b', '0', '-', '_', '*', '~', '%00', ''),
    })
    .map(({ at, text }) => value.slice(0, at) + text + value.slice(at + 1));
  // An iron seal consists of the secret's id, the salt, the initialization vector, the expiry etc., joined by
  // asterisks.
  const rearranged = fc
    .record({
      part: fc.nat(seal.length - 1),
      text: fc.constantFrom(
        '',
        '__proto__',
        'constructor',
        '1',
        '-1',
        '9'.repeat(400),
        'Fe26.1',
        '~',
        'é'.repeat(3),
      ),
    })
    .map(({ part, text }) => seal.with(part, encodeURIComponent(text)).join('*'));
  const oversized = fc
    .integer({ min: 4097, max: 30_000 })
    .map((length) => value + 'A'.repeat(length - value.length));
  const cookie = fc
    .oneof(tampered, rearranged, oversized, inHeader)
    .filter((text) => sealIn(text) !== sealIn(value));
  const path = fc.constantFrom(
    '/api/monitors',
    '/api/usage',
    '/api/monitors/export',
    '/monitors',
    '/login',
    '/api/nowhere',
  );
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(cookie, path, fc.boolean(), async (text, asked, before) => {
      const pair = `sightline-local=${text}`;
      const { status, headers } = await rawRequest(product.url, {
        path: asked,
        headers: { Cookie: before ? `theme=dark; ${pair}` : `${pair}; theme=dark` },
      });
      requests += 1;
      if (asked.startsWith('/api/')) expect(status).toBe(401);
      else if (asked === '/login') expect(status).toBe(200);
      else expect([status, headers.location]).toEqual([307, '/login?next=%2Fmonitors']);
    }),
    { numRuns: generated(300) },
  );
  console.log(`row 55: ${requests} requests with a cookie that is not ours`);
  expect(await statusWith(product, real), 'the real cookie is still valid').toBe(200);
});

/**
 * Normalizes a seal: removes the version that iron-session appends, and the last two bits of the digest's text, which
 * are unused (32 bytes are 42 and two thirds letters of base64url).
 */
function sealIn(text: string): string {
  const parts = (text.split('~')[0] ?? '').split('*');
  const digest = Buffer.from(parts.pop() ?? '', 'base64url').toString('base64url');
  return [...parts, digest].join('*');
}
