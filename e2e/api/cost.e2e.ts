import { expect } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { ask, requestRefresh, waitForCompleteInventory } from '../support/http/read.ts';
import { advanceOneStep, movableClock } from '../support/preloaded/movable-clock.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { plentyHeaders } from '../support/upstream/echoing-upstream.ts';

test('a bad parameter is named and costs no request to the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const bad = [
    ...['0', '-1', '1.5', '01', 'abc', '', '99999999999999999999'].map((value) => ['page', `page=${value}`]),
    ...['0', '101', '-5', 'all', ''].map((value) => ['per_page', `per_page=${value}`]),
    ...['udp', 'HTTP', '', 'http,tcp'].map((value) => ['type', `type=${value}`]),
    ...['yes', '1', 'TRUE', ''].map((value) => ['is_active', `is_active=${value}`]),
    ['page', 'page=1&page=1'],
    ['is_actve', 'is_actve=true'],
    ['constructor', 'constructor=1'],
  ] as const;
  for (const [parameter, query] of bad) {
    const response = await ask(`${product.url}/api/monitors?${query}`);
    expect(response.status, query).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'invalid_parameter',
      parameter,
      error: expect.stringContaining(`"${parameter}"`),
    });
  }
  expect(referenceApi.requests() - before).toBe(0);
});

test('routes without parameters reject them', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const [monitor] = referenceApi.api.organization().monitors();
  for (const path of [`/api/monitors/${monitor?.monitor_uuid}?fields=name`, '/api/usage?fields=name']) {
    const response = await ask(`${product.url}${path}`);
    expect(response.status, path).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'invalid_parameter', parameter: 'fields' });
  }
  expect(referenceApi.requests() - before).toBe(0);
});

test('an invalid UUID costs no request to the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  for (const [given, parameter] of [
    ['not-a-uuid', 'uuid'],
    ['123', 'uuid'],
    [`${'0'.repeat(8)}-0000-4000-8000-00000000000g`, 'uuid'],
    // An encoded slash is rejected before the path is routed.
    ['..%2F..%2Faccount', 'path'],
  ] as const) {
    const response = await ask(`${product.url}/api/monitors/${given}`);
    expect(response.status, given).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'invalid_parameter', parameter });
  }
  expect(referenceApi.requests() - before).toBe(0);
});

test('20 identical concurrent requests cause one request to the API, or none', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  // All 20 arrive before the API has responded to the first.
  referenceApi.api.inject({ kind: 'delay', ms: 500 });
  // A monitor that has not been opened before, also when the test is repeated.
  const monitor = referenceApi.api.organization().monitors()[1 + test.info().repeatEachIndex];
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

test('data that has been read is reused by the API and by the pages', async ({ quiet, page }) => {
  const { product, referenceApi } = quiet;
  const [monitor] = referenceApi.api.organization().monitors();
  const before = referenceApi.requests();
  await ask(`${product.url}/api/monitors`);
  await ask(`${product.url}/api/monitors?page=1&per_page=25`);
  await page.goto(`${product.url}/monitors?sort=created_at`);
  await expect(page.getByRole('link', { name: monitor?.name ?? '' }).first()).toBeVisible();
  expect(referenceApi.requests() - before).toBe(0);

  const began = Date.now();
  await page.goto(`${product.url}/monitors/${monitor?.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(monitor?.name ?? '');
  await ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`);
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

test('health is first starting, then ok, then degraded', async () => {
  const first = Promise.withResolvers<void>();
  const list = jsonAnswer(200, wirePage([wireRow()]), plentyHeaders);
  const upstream = await startScriptedUpstream([{ until: first.promise }, ...list]);
  const product = await startProduct({
    env: removeDeadline({
      ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-health' }),
      ...movableClock,
      // Only the first crawl happens, however long the test takes.
      SIGHTLINE_REFRESH_MIN_SECONDS: '3600',
    }),
  });
  const health = async () => JSON.parse((await ask(`${product.url}/api/health`)).text);
  expect(await health()).toEqual({ status: 'starting' });
  first.resolve();
  await waitForCompleteInventory(product);
  expect(await health()).toEqual({ status: 'ok' });
  upstream.play(jsonAnswer(503, {}, plentyHeaders));
  expect((await ask(`${product.url}/api/monitors/${wireRow().monitor_uuid}`)).status).toBe(200);
  expect(upstream.requests, 'the list, and one monitor').toHaveLength(2);
  expect(await health(), 'one monitor says nothing about the API').toEqual({ status: 'ok' });
  await advanceOneStep(product);
  await expect
    .poll(async () => {
      await requestRefresh(product);
      return health();
    })
    .toEqual({ status: 'degraded' });
  await product.stop();
  await upstream.close();
});
