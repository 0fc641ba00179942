/** @module-tag deep */
import { expect } from 'vitest';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { everyRequest } from '../support/hostile/every-request.ts';
import { startTrappedProduct } from '../support/hostile/trapped-targets.ts';
import { type RawRequest, rawRequest, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { startSharedCache } from '../support/http/shared-cache.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

test('row 57: a shared cache in front of the product serves no user the response of another', async ({
  passwordStack,
}) => {
  const { product, referenceApi } = passwordStack;
  const monitors = referenceApi.api.organization().monitors();
  const [first] = monitors;
  const cookie = await signedIn(product);
  const cache = await startSharedCache(product.url);
  const requests = everyRequest(first?.monitor_uuid ?? '', null).filter(
    // The cache itself refuses headers that are too large, and resets the connection.
    ({ method = 'GET', headers = {} }) => method === 'GET' && !('X-Long' in headers),
  );
  let shown = 0;
  // Signed in twice, anonymously twice, then signed in again.
  for (const own of [{ cookie }, { cookie }, {}, {}, { cookie }]) {
    for (const { path, headers } of requests) {
      const response = await requestWithRscRedirect(cache.url, { path, headers: { ...headers, ...own } });
      const isShown =
        monitors.some(
          ({ target, monitor_uuid }) => response.text.includes(target) && !path.includes(monitor_uuid),
        ) ||
        (first !== undefined && path.includes(first.monitor_uuid) && response.text.includes(first.target));
      if ('cookie' in own) shown += isShown ? 1 : 0;
      else expect(isShown, `a monitor for an anonymous user at ${path}`).toBe(false);
      const isForm = response.text.includes('current-password');
      if ('cookie' in own) expect(isForm, `the sign-in form for a signed-in user at ${path}`).toBe(false);
      else if (path === '/login' && headers?.RSC === undefined) expect(isForm).toBe(true);
    }
  }
  expect(shown, 'signed-in users saw monitors').toBeGreaterThan(20);
  expect(cache.kept(), 'none of these responses may be cached').toBe(0);
  // The cache does store cacheable responses.
  await rawRequest(cache.url, { path: '/icon.svg' });
  const page = await rawRequest(product.url, { path: '/login' });
  const file = /\/_next\/static\/chunks\/[\w.~-]+\.js/.exec(page.text)?.[0] ?? '';
  await rawRequest(cache.url, { path: file });
  expect(cache.kept()).toBeGreaterThan(0);
  await cache.close();
});

test('row 58: no response contains a forged host of the request', async ({
  passwordStack: { product, referenceApi },
}) => {
  const evil = 'evil.example';
  const poison = {
    'X-Forwarded-Host': evil,
    'X-Forwarded-Server': evil,
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '8443',
    'X-Forwarded-Prefix': `//${evil}`,
    'X-Original-URL': `http://${evil}/`,
    'X-Rewrite-URL': `//${evil}/`,
    'X-Matched-Path': `//${evil}/`,
    Forwarded: `host=${evil};proto=https`,
    Origin: `https://${evil}`,
    Referer: `https://${evil}/`,
  };
  const [monitor] = referenceApi.api.organization().monitors();
  const cookie = await signedIn(product);
  const requests = [null, cookie].flatMap((own) => everyRequest(monitor?.monitor_uuid ?? '', own));
  const routes: RawRequest[] = builtRoutes('x').flatMap(({ path }) => [
    { path: `${path}/` },
    { path: `/${path}` },
  ]);
  for (const request of [...requests, ...routes]) {
    const headers = { ...request.headers, ...poison };
    const name = `${request.method ?? 'GET'} ${request.path}`;
    const { text, status } = await requestWithRscRedirect(product.url, { ...request, headers });
    expect(text, name).not.toContain(evil);
    expect(status, `${name}: the host is ours`).not.toBe(421);
    const refused = await rawRequest(product.url, { ...request, headers: { ...headers, Host: evil } });
    expect(refused.text, `${name} for another host`).not.toContain(evil);
  }
  const whole = await rawRequest(product.url, { path: `http://${evil}/monitors`, headers: { Host: evil } });
  expect(whole.status).toBe(400);
  expect(whole.text).not.toContain(evil);
});

test('row 63: only two paths of upstream are requested, and monitored targets are never requested', async () => {
  const { product, trap, upstream, stop } = await startTrappedProduct();
  const trapUrl = encodeURIComponent(`http://127.0.0.1:${trap.port}/`);
  const odd = [
    `/api/monitors/${trapUrl}`,
    `/api/monitors/..%2F..%2Fadmin`,
    `/api/monitors/%2e%2e`,
    `/monitors/${trapUrl}`,
    `/api/monitors/x?base=${trapUrl}`,
    `/_next/image?url=${trapUrl}&w=64&q=75`,
    `//127.0.0.1:${trap.port}/`,
    `/api/monitors?q=${trapUrl}`,
    `/login?next=${trapUrl}`,
    `/api/auth/login?next=${trapUrl}`,
    '/api/monitors/00000000-0000-4000-8000-000000000001%2f..%2f..',
    '/api/monitors/00000000-0000-4000-8000-00000000000g',
  ];
  for (const path of odd)
    await rawRequest(product.url, { path, headers: { 'X-Forwarded-Host': `127.0.0.1:${trap.port}` } });
  await rawRequest(product.url, {
    path: `http://127.0.0.1:${trap.port}/`,
    headers: { Host: `127.0.0.1:${trap.port}` },
  });
  for (const request of everyRequest(String(wireRow(1).monitor_uuid), null))
    await rawRequest(product.url, request);
  await stop();
  expect(trap.asked).toEqual([]);
  const seen = new Set(upstream.requests.map(({ method, target }) => `${method} ${target}`));
  for (const request of seen) {
    expect(request).toMatch(/^GET \/v1\/monitors(\?page=\d+&per_page=\d+|\/00000000-0000-4000-8000-\d{12})$/);
  }
  expect(seen.size, 'the list and a monitor were read').toBeGreaterThan(1);
});
