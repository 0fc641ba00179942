import { randomBytes } from 'node:crypto';
import { parseFeed } from '@rowanmanning/feed-parser';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test as base } from '../support/products/http-test.ts';
import { plenty, startStack } from '../support/products/stack.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';
import { createTokenFile, tokenLine } from '../support/sign-in/token-file.ts';

const newToken = () => `sightline_${randomBytes(32).toString('base64url')}`;

/** A product with a script's token, that of a wall, and that of a feed. The last two show monitors of type https. */
const test = base.extend('limited', { scope: 'file' }, async ({}, { onCleanup }) => {
  const [wall, feed] = [newToken(), newToken()];
  const tokens = createTokenFile('cron');
  const lines = [`${tokenLine('lobby', wall)} wall type=https`, `${tokenLine('chat', feed)} feed type=https`];
  tokens.write(['cron'], ...lines);
  const stack = await startStack(
    { monitors: 30, limits: plenty },
    {
      env: {
        ...withPassword,
        ...tokens.env,
        SIGHTLINE_LOG_LEVEL: 'info',
        SIGHTLINE_REFRESH_MIN_SECONDS: '1',
      },
      waitForInventory: false,
    },
  );
  onCleanup(async () => {
    await stack.stop();
    tokens.remove();
  });
  await waitForCompleteInventoryAs(stack.product, tokens.headers('cron'));
  return { ...stack, tokens, wall, feed };
});

const bearerOf = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Sends what a browser sends when it opens the link of a wall. */
const openAs = (product: { url: string }, bearer: Record<string, string>) =>
  ask(`${product.url}/api/auth/wall`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin', ...bearer },
  });

test('the token of a wall opens its view and nothing else', async ({ limited }) => {
  const { product, tokens, referenceApi, wall: token } = limited;
  const bearer = bearerOf(token);
  const wall = (headers: Record<string, string>, query = '') =>
    ask(`${product.url}/api/wall${query}`, { headers });
  const opened = await openAs(product, bearer);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/wall?type=https']);
  const [set = ''] = opened.headers.getSetCookie();
  expect(set).toMatch(/^sightline-wall-local=.*; HttpOnly; SameSite=Strict; Max-Age=34560000$/);
  expect(set).not.toContain(token);
  const cookie = { Cookie: set.split(';')[0] ?? '' };

  for (const headers of [cookie, bearer]) {
    const own = JSON.parse((await wall(headers)).text);
    expect(own.meta.view).toBe('type=https');
    expect(own.data.total).toBeLessThan(referenceApi.api.organization().monitors().length);
  }
  const asked = JSON.parse((await wall(cookie, '?type=tcp&nothing=1')).text);
  expect(asked.meta.view, 'whatever the address asks for').toBe('type=https');

  const uuid = String(referenceApi.api.organization().monitors()[0]?.monitor_uuid);
  const closed = builtRoutes(uuid).filter(
    ({ pattern }) => !/^\/(api\/)?wall$|^\/(_|login$|api\/(auth|health|metrics))|^\/$/.test(pattern),
  );
  expect(closed.length).toBeGreaterThan(15);
  for (const { pattern, path } of closed) {
    for (const headers of [cookie, bearer]) {
      const { status, headers: sent } = await ask(product.url + path, { headers, redirect: 'manual' });
      const isPage = !pattern.startsWith('/api/');
      if (isPage) expect([status, sent.get('location')?.split('?')[0]], pattern).toEqual([307, '/login']);
      else expect(status, pattern).toBe(401);
    }
  }
  const posted = await ask(`${product.url}/api/wall`, { method: 'POST', headers: cookie });
  expect(posted.status).toBe(405);
  // A script's token can read any view, but cannot open the page of a wall.
  const script = tokens.headers('cron');
  expect(JSON.parse((await wall(script, '?type=tcp')).text).meta.view).toBe('type=tcp');
  expect((await openAs(product, script)).status).toBe(401);
  await expect.poll(() => product.logs()).toMatch(/"token":"lobby"/);
  expect(product.logs()).not.toContain(token);
});

test('the token of a feed opens its feed and nothing else', async ({ limited }) => {
  const { product, tokens, referenceApi, feed: token } = limited;
  const url = `${product.url}/api/changes/feed`;
  const feed = (headers: Record<string, string> = {}) => ask(`${url}?token=${token}`, { headers });
  expect((await feed()).status).toBe(200);

  const organization = referenceApi.api.organization();
  for (const type of ['https', 'tcp']) {
    const up = organization
      .monitors()
      .find((one) => one.type === type && one.is_active && one.last_status === 'up');
    const last_check_at = new Date().toISOString();
    organization.editMonitor(String(up?.monitor_uuid), { last_status: 'down', last_check_at });
  }
  const refresh = { ...tokens.headers('cron'), 'Sightline-Refresh': 'on' };
  const all = async () => {
    await ask(`${product.url}/api/monitors`, { headers: refresh });
    return parseFeed((await ask(url, { headers: tokens.headers('cron') })).text).items;
  };
  await expect.poll(async () => (await all()).length).toBe(2);
  const { headers, text } = await feed();
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const { items, url: home } = parseFeed(text);
  expect(items).toHaveLength(1);
  const origin = product.url.replace('127.0.0.1', 'localhost');
  expect(items[0]?.url).toContain(`${origin}/monitors/`);
  expect(home).toBe(`${origin}/changes`);
  expect(text).not.toContain(token);
  expect((await feed({ 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);

  for (const path of ['/api/monitors', '/api/wall', '/api/changes', '/api/usage']) {
    const { status } = await ask(`${product.url}${path}?token=${token}`);
    expect(status, path).toBe(401);
    expect((await ask(product.url + path, { headers: bearerOf(token) })).status, path).toBe(401);
  }
  const script = tokens.headers('cron').Authorization.replace('Bearer ', '');
  expect((await ask(`${url}?token=${script}`)).status, 'of a script, in the query').toBe(401);
  expect((await ask(url)).status).toBe(401);
  await expect.poll(() => product.logs()).toContain('"token":"chat"');
  expect(product.logs()).not.toContain(token);
});

test('the changes page links to the feed', async ({ limited: { product } }) => {
  const { text } = await ask(`${product.url}/changes`, { headers: { Cookie: await signedIn(product) } });
  const [link] = /<link[^>]*application\/atom\+xml[^>]*>/.exec(text) ?? [];
  expect(link).toContain('rel="alternate"');
  expect(link).toContain('href="/api/changes/feed"');
});
