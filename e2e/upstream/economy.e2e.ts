import { expect } from '@playwright/test';
import { ask, readDetail, readList, requestRefresh } from '../support/http/read.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { readsOnce, test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

/** A request of one of many viewers, whom the server distinguishes by their user agent. */
function viewer(number: number): RequestInit {
  return { headers: { 'user-agent': `viewer ${number}`, 'sightline-refresh': '1' } };
}

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

/** Sends concurrent requests of 500 viewers, each with one of the clicks. @param step varies who sends which click */
async function everybody(product: Product, step: number): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: 500 }, (_, number) =>
      ask(`${product.url}/api/monitors${clicks[(number * step) % clicks.length]}`, viewer(number)),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
}

test('row 40: 500 concurrent viewers of a product without data: at most 3 upstream requests', async ({
  stack,
}) => {
  // Each page takes a while, so that all viewers arrive while the first one is in flight.
  const { referenceApi, product } = await stack(
    { monitors: 250 },
    { before: ({ api }) => api.inject({ kind: 'delay', ms: 1_500 }), env: withoutDeadline },
  );
  await everybody(product, 1);
  expect(referenceApi.requests(), 'all viewers arrived before the first response').toBeLessThanOrEqual(3);
});

test('row 40: 500 viewers who reload: no upstream request', { tag: '@nightly' }, async ({ stack }) => {
  const { referenceApi, product } = await stack({ monitors: 250 }, { env: readsOnce });
  // The viewers request a shorter interval than the operator allows, which has no effect.
  await everybody(product, 3);
  await everybody(product, 7);
  const { meta } = await readList(product);
  expect(meta.inventory).toMatchObject({ state: 'complete', read: 250, total: 250 });
  expect(referenceApi.requests()).toBe(3);
});

test('when the API allows 10 requests a minute, the first screen needs one, and the state is "reading"', async ({
  stack,
}) => {
  const { product } = await stack({ monitors: 10_000, limits: { minute: 10 } }, { waitForInventory: false });
  const { data, meta } = await readList(product, 'sort=attention&facets=true');
  expect(data).toHaveLength(25);
  expect(meta.inventory).toMatchObject({ state: 'reading', total: 10_000 });
  const whole = await ask(`${product.url}/api/monitors/export?format=csv`);
  expect(whole.status).toBe(409);
  expect(JSON.parse(whole.text)).toMatchObject({ code: 'inventory_incomplete' });
});

for (const [monitors, requests] of [
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
] as const) {
  test(
    `${monitors} monitors are read with ${requests} requests`,
    nightlyIf(monitors <= 100),
    async ({ stack }) => {
      const { product, referenceApi } = await stack({ monitors }, { env: readsOnce });
      const { data, pagination, meta } = await readList(product, 'per_page=100&facets=true&sort=name');
      expect(data).toHaveLength(Math.min(monitors, 100));
      expect(pagination).toMatchObject({ total: monitors, total_pages: Math.ceil(monitors / 100) });
      expect(meta.inventory).toMatchObject({ state: 'complete', read: monitors, total: monitors });
      expect(referenceApi.requests()).toBe(requests);
    },
  );
}

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
    .poll(async () => JSON.parse((await requestRefresh(product)).text).meta.degraded, { intervals: [500] })
    .toBeNull();
  expect(await detail(other?.monitor_uuid)).toMatchObject({
    status: 200,
    data: { http_method: other?.http_method },
    meta: { partial: false, degraded: null },
  });
  await again.close();
});
