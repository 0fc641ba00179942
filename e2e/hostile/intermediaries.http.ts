/** @module-tag deep */
import { expect } from 'vitest';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { everyRequest } from '../support/hostile/every-request.ts';
import { startTrappedProduct } from '../support/hostile/trapped-targets.ts';
import { type RawRequest, rawRequest, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

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
