import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('20 identical concurrent requests cause one request to the API, or none', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  // All 20 arrive before the API has responded to the first.
  referenceApi.api.inject({ kind: 'delay', ms: 500 });
  // No other test opens this monitor.
  const monitor = referenceApi.api.organization().monitors().at(-1);
  for (const [path, cost] of [
    ['/api/monitors?type=https', 0],
    [`/api/monitors/${monitor?.monitor_uuid}`, 1],
  ] as const) {
    const before = referenceApi.requests();
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(`${product.url}${path}`)));
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.headers.get('etag'))).size).toBe(1);
    expect(referenceApi.requests() - before, path).toBe(cost);
  }
  referenceApi.api.clearFaults();
});

test('data that has been read is reused by the API and by the pages', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const monitor = referenceApi.api.organization().monitors().at(-2);
  const name = String(monitor?.name);
  const before = referenceApi.requests();
  const read = async (path: string) => (await ask(`${product.url}${path}`)).text;
  for (const list of ['/api/monitors', '/api/monitors?page=1&per_page=25']) await read(list);
  const search = new URLSearchParams({ q: name });
  expect(await read(`/monitors?${search}`)).toContain(`/monitors/${monitor?.monitor_uuid}`);
  expect(referenceApi.requests() - before).toBe(0);

  const began = Date.now();
  const path = `/monitors/${monitor?.monitor_uuid}`;
  for (const reader of ['/api', '', '/api']) expect(await read(reader + path)).toContain(name);
  // What has been read of one monitor is reused for a minute.
  const minutes = Math.floor((Date.now() - began) / 60_000);
  expect(referenceApi.requests() - before).toBeGreaterThanOrEqual(1);
  expect(referenceApi.requests() - before).toBeLessThanOrEqual(1 + minutes);
});

test('health, usage, changes and observed histories cost no request to the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const [monitor] = referenceApi.api.organization().monitors();
  const before = referenceApi.requests();
  const paths = [
    '/api/health',
    '/api/usage',
    '/api/changes',
    '/api/changes/count',
    '/api/changes/fleet',
    '/api/changes/export?format=csv',
    `/api/monitors/${monitor?.monitor_uuid}/history`,
  ];
  for (const path of [...paths, ...paths]) expect((await ask(product.url + path)).status, path).toBe(200);
  expect(referenceApi.requests() - before).toBe(0);
});
