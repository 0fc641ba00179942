import { expect } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import {
  type Falsification,
  type HostileProvider,
  startHostileProvider,
  unsigned,
} from '../support/hostile/hostile-provider.ts';
import { test as base } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { startProduct } from '../support/products/product.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';
import { client, goToProvider, withProvider } from '../support/sign-in/openid-provider.ts';
import { errorMessageOn, pathAndQueryOf, statusWith } from '../support/sign-in/password.ts';

interface Parts {
  provider: HostileProvider;
  product: Product;
}

/** One product with demo data for all tests of a worker, because no test shows monitors. */
const test = base.extend<object, { astray: Parts; begin: () => Promise<Parts> }>({
  begin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const all: Parts[] = [];
      await use(async () => {
        const url = `http://127.0.0.1:${await freePort()}`;
        const provider = await startHostileProvider(client.id);
        const env = { SIGHTLINE_DEMO: '1', ...withProvider(provider.issuer, url) };
        const parts = { provider, product: await startProduct({ env }) };
        all.push(parts);
        return parts;
      });
      for (const { provider, product } of all) await Promise.all([provider.close(), product.stop()]);
    },
    { scope: 'worker' },
  ],
  astray: [async ({ begin }, use) => use(await begin()), { scope: 'worker' }],
});

const elsewhere = 'https://evil.example';
const untrusted = { code: 'answer_invalid', words: /^Couldn’t verify the sign-in provider’s response/ };

const lies: {
  name: string;
  reason: string;
  lie: Falsification;
  refused?: { code: string; words: RegExp };
}[] = [
  { name: 'a wrong state', reason: 'state', lie: { answer: (query) => ({ ...query, state: 'other' }) } },
  { name: 'no state', reason: 'state', lie: { answer: ({ state, ...query }) => query } },
  {
    name: 'a wrong issuer in the authorization response',
    reason: 'iss',
    lie: { answer: (query) => ({ ...query, iss: elsewhere }) },
  },
  {
    name: 'no issuer in the authorization response',
    reason: 'iss',
    lie: { answer: ({ iss, ...query }) => query },
  },
  { name: 'a wrong nonce', reason: 'nonce', lie: { claims: (claims) => ({ ...claims, nonce: 'other' }) } },
  { name: 'no nonce', reason: 'nonce', lie: { claims: ({ nonce, ...claims }) => claims } },
  {
    name: 'a wrong issuer in the token',
    reason: 'iss',
    lie: { claims: (claims) => ({ ...claims, iss: elsewhere }) },
  },
  {
    name: 'a wrong audience',
    reason: 'aud',
    lie: { claims: (claims) => ({ ...claims, aud: 'another client' }) },
  },
  {
    name: 'another client among the audiences, and authorized',
    reason: 'azp',
    lie: { claims: (claims) => ({ ...claims, aud: [client.id, 'another'], azp: 'another' }) },
  },
  {
    name: 'an expired token',
    reason: 'exp',
    lie: { claims: (claims) => ({ ...claims, exp: 1_000_000_000 }) },
  },
  { name: 'no subject', reason: 'sub', lie: { claims: ({ sub, ...claims }) => claims } },
  {
    name: 'a token signed with another key',
    reason: 'signature',
    lie: { token: ({ header, payload, signWith }) => signWith('other', header, payload) },
  },
  {
    name: 'a token that is not signed',
    reason: 'alg',
    lie: { token: ({ payload }) => `${unsigned({ alg: 'none' }, payload)}.` },
  },
  {
    name: 'a token whose content was changed after signing',
    reason: 'signature',
    lie: {
      token: ({ header, payload, signWith }) =>
        `${unsigned(header, { ...payload, sub: 'ada' })}.${signWith('own', header, payload).split('.')[2]}`,
    },
  },
  { name: 'no token', reason: 'id_token', lie: { tokens: ({ id_token, ...tokens }) => tokens } },
  {
    name: 'a malformed token',
    reason: 'JWT',
    lie: { tokens: (tokens) => ({ ...tokens, id_token: 'x.y' }) },
  },
  {
    name: 'another subject at UserInfo',
    reason: 'sub',
    lie: { userInfo: (claims) => ({ ...claims, sub: 'ada' }) },
  },
  {
    name: 'an unknown error code',
    reason: 'temporarily__script_',
    lie: {
      answer: ({ state, iss }) => ({
        state: state ?? '',
        iss: iss ?? '',
        error: 'temporarily"<script>',
        error_description: '<script>alert(1)</script>',
      }),
    },
    refused: { code: 'provider_refused', words: /^The sign-in provider denied the request/ },
  },
];

/** The same library rejects the others, and has its own tests for them. */
const byDay = [
  'a wrong issuer in the token',
  'an expired token',
  'a token signed with another key',
  'a token that is not signed',
  'an unknown error code',
];

for (const { name, reason, lie, refused = untrusted } of lies) {
  test(
    `row 56: ${name} is rejected with a message`,
    nightlyIf(!byDay.includes(name)),
    async ({ astray: { provider, product }, page }) => {
      provider.lie(lie);
      const before = product.logs().length;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${product.url}/monitors?q=a`);
      await goToProvider(page);
      await expect(errorMessageOn(page)).toHaveText(refused.words);
      expect(pathAndQueryOf(page)).toContain(
        `/login?error=${refused.code}&next=%2Fmonitors%3Fq%3Da&request=`,
      );
      expect(await page.context().cookies()).toEqual([]);
      expect(await statusWith(product, '')).toBe(401);
      expect(
        asked.filter((url) => url.includes('/authorize')),
        'no loop',
      ).toHaveLength(1);
      // The log has one line with the reason, and no contents of the token.
      const logged = () => product.logs().slice(before);
      await expect
        .poll(() =>
          logged()
            .split('\n')
            .filter((line) => line.includes('"msg":"provider"')),
        )
        .toEqual([expect.stringContaining(reason)]);
      expect(logged()).not.toMatch(/another client|evil\.example|eyJ/);
    },
  );
}

test('row 56: a correct provider signs in, so only the lies cause the rejections', async ({
  astray,
  page,
}) => {
  astray.provider.lie(null);
  await page.goto(`${astray.product.url}/monitors?q=a`);
  await goToProvider(page);
  await expect(page.getByTitle('Signed in as Eve')).toBeVisible();
});

test('row 56: a provider with a wrong issuer in its metadata is not used until it is correct', {
  tag: '@nightly',
}, async ({ begin, page }) => {
  const { provider, product } = await begin();
  provider.lie({ metadata: (metadata) => ({ ...metadata, issuer: elsewhere }) });
  await page.goto(`${product.url}/monitors?q=a`);
  await goToProvider(page);
  await expect(errorMessageOn(page)).toHaveText(untrusted.words);
  provider.lie(null);
  await goToProvider(page);
  await expect(page.getByTitle('Signed in as Eve')).toBeVisible();
});
