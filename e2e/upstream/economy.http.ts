/** @module-tag deep */
import { expect } from 'vitest';
import { startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { ask, readDetail, readList, requestRefresh, waitForCompleteInventory } from '../support/http/read.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { readsOnce } from '../support/products/stack.ts';
import { healthy } from '../support/upstream/echoing-upstream.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

const VIEWERS = 500;
const clicks = [
  '',
  '?sort=attention&facets=true',
  '?sort=name&page=2',
  '?q=api',
  '?type=https&is_active=true',
  '?condition=down&condition=overdue',
  '?region=-fra1&sort=last_response_time_ms',
  '?page=3&per_page=100',
];

/**
 * Sends concurrent requests of all viewers, whom the product distinguishes by their user agent.
 */
function everybody(url: string): Promise<{ status: number }[]> {
  return Promise.all(
    Array.from({ length: VIEWERS }, (_, number) =>
      ask(`${url}/api/monitors${clicks[number % clicks.length]}`, {
        headers: { 'user-agent': `viewer ${number}`, 'sightline-refresh': 'on' },
      }),
    ),
  );
}

test('row 40: 500 viewers of a product without data cost one crawl, and their reloads cost nothing', async () => {
  const released = Promise.withResolvers<void>();
  const upstream = await startScriptedUpstream((request) => [
    { until: released.promise },
    ...healthy(request),
  ]);
  const env = {
    ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }),
    ...readsOnce,
    ...withoutDeadline,
  };
  const product = await startProduct({ env });
  const arrived = async () => JSON.parse((await ask(`${product.url}/api/usage`)).text).data.refresh.viewers;
  const first = everybody(product.url);
  await expect.poll(arrived, { message: 'all wait for the first page' }).toBe(VIEWERS);
  released.resolve();
  const statuses = (await first).map(({ status }) => status);
  // A viewer who has waited for some seconds is told to try again.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await waitForCompleteInventory(product);
  const reloads = await everybody(product.url);
  expect(new Set(reloads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(upstream.requests.map(({ target }) => target)).toEqual(['/v1/monitors?page=1&per_page=100']);
  await product.stop();
  await upstream.close();
});

test('a monitor opened while the first request is in flight waits for it', async ({ stack }) => {
  const { product, referenceApi } = await stack(
    { monitors: 250 },
    { before: ({ api }) => api.inject({ kind: 'delay', ms: 1500, times: 1 }) },
  );
  const [monitor] = referenceApi.api.organization().monitors();
  const response = await ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`);
  expect(response.status, response.text).toBe(200);
  expect(JSON.parse(response.text)).toMatchObject({ data: { http_method: monitor?.http_method } });
});

test('row 1: while upstream is down, list, search and visited monitors still work; it recovers by itself', async ({
  stack,
}) => {
  const limits = { minute: 1000, daily: 1_000_000, monthly: 10_000_000 };
  const organization = { monitors: 250, limits };
  const { product, referenceApi } = await stack(organization, {
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
  });
  const [visited, other] = referenceApi.api.organization().monitors();
  const detail = async (uuid: string | undefined) => {
    const { status, text } = await ask(`${product.url}/api/monitors/${uuid}`);
    return { status, ...JSON.parse(text) };
  };
  const searched = await readList(product, 'q=api&sort=name&facets=true');
  const seen = await readDetail(`${product.url}/api/monitors/${visited?.monitor_uuid}`);

  await referenceApi.close();
  await expect
    .poll(async () => JSON.parse((await requestRefresh(product)).text).meta.degraded?.code)
    .toBe('upstream_unreachable');

  const { data, facets, meta } = await readList(product, 'q=api&sort=name&facets=true');
  expect({ data, facets }).toEqual({ data: searched.data, facets: searched.facets });
  expect(meta.degraded).toMatchObject({ message: expect.stringContaining('refused') });
  expect(meta.inventory).toMatchObject({ state: 'complete', read: 250, total: 250 });
  expect(await detail(visited?.monitor_uuid)).toMatchObject({
    status: 200,
    data: seen,
    meta: { partial: false },
  });
  const partial = await detail(other?.monitor_uuid);
  expect(partial).toMatchObject({
    status: 200,
    data: { name: other?.name },
    meta: { partial: true, degraded: { code: 'upstream_unreachable' } },
  });
  expect(partial.data).not.toHaveProperty('http_method');
  expect((await ask(`${product.url}/api/monitors/export?format=csv`)).status).toBe(200);

  const again = await startStaticReferenceApi({ ...organization, port: referenceApi.port });
  await expect
    .poll(async () => JSON.parse((await requestRefresh(product)).text).meta.degraded, { interval: 500 })
    .toBeNull();
  expect(await detail(other?.monitor_uuid)).toMatchObject({
    status: 200,
    data: { http_method: other?.http_method },
    meta: { partial: false, degraded: null },
  });
  await again.close();
});
