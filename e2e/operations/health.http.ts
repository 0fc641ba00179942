import { expect } from 'vitest';
import { ask, waitForCompleteInventory } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import { readsOnce } from '../support/products/stack.ts';

test('health is open to everyone and contains only the status', async ({ passwordStack: { product } }) => {
  const { status, headers, text } = await ask(`${product.url}/api/health`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ status: 'ok' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/\S/),
    'server-timing': expect.stringMatching(/^total;dur=\d+(\.\d)?$/),
  });
});

const metricsToken = 'metrics-0123456789';

/** The metrics of a product that was started with this token. */
const metricsOf = async ({ url }: { url: string }) =>
  (await ask(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text;

test('the product is ready once it has monitors to show; until then the log says why not, and nothing has an age or counters', async ({
  stack,
}) => {
  const { product, referenceApi } = await stack(
    {},
    {
      before: ({ api }) => api.inject({ kind: 'status', status: 503 }),
      env: removeDeadline({
        ...movableClock,
        SIGHTLINE_LOG_LEVEL: 'info',
        SIGHTLINE_METRICS_TOKEN: metricsToken,
      }),
    },
  );
  const ready = () => ask(`${product.url}/api/health?ready=1`).then(({ status }) => status);
  const logged = () => product.logs().match(/"code":"upstream_error"|the list can be read again/g);
  expect(await ready()).toBe(503);
  expect((await ask(`${product.url}/api/health`)).status).toBe(200);
  await expect.poll(logged).toEqual(['"code":"upstream_error"']);
  expect(await metricsOf(product)).not.toMatch(/^sightline_snapshot_age_seconds/m);
  const { headers } = await ask(`${product.url}/api/usage`);
  expect([...headers.keys()].filter((name) => /^x-(quota|ratelimit)-/.test(name))).toEqual([]);
  referenceApi.api.clearFaults();
  // Otherwise the product would wait before it tries again.
  await advanceHours(1, product);
  await waitForCompleteInventory(product);
  expect(await ready()).toBe(200);
  expect(await metricsOf(product)).toMatch(/^sightline_snapshot_age_seconds /m);
  await expect
    .poll(logged, { message: 'each once' })
    .toEqual(['"code":"upstream_error"', 'the list can be read again']);
});

test('metrics are available only to callers with the token', async ({ stack }) => {
  const { product } = await stack({ monitors: 25 }, { env: { SIGHTLINE_METRICS_TOKEN: metricsToken } });
  for (const headers of [{}, { authorization: `Bearer ${metricsToken}x` }]) {
    const refused = await ask(`${product.url}/api/metrics`, { headers });
    expect(refused).toMatchObject({ status: 404, text: expect.stringContaining('"not_found"') });
  }
  expect(await metricsOf(product)).toMatch(/^sightline_snapshot_complete 1$/m);
});

test('row 36: the startup code, pages and routes share one container', async ({ stack }) => {
  const { product, referenceApi } = await stack({ monitors: 25 }, { env: readsOnce });
  const [monitor] = referenceApi.api.organization().monitors();
  // The startup code has read the list, and the page shows it.
  expect((await ask(`${product.url}/monitors/${monitor?.monitor_uuid}`)).text).toContain(monitor?.name);
  expect((await ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`)).status).toBe(200);
  const { spent_here: spent } = JSON.parse((await ask(`${product.url}/api/usage`)).text).data;
  // A second container would have its own ledger, which counts only its own requests.
  expect(spent.inventory + spent.list + spent.detail + spent.probe + spent.retry).toBe(
    referenceApi.requests(),
  );
  expect(spent.detail).toBe(1);
});
