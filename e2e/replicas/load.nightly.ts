import { expect } from '@playwright/test';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { type ReplicaSet, startReplicas, waitForAll } from '../support/replicas/replicas.ts';

/** `SIGHTLINE_TEST_MINUTES` sets another number, for trying the test. */
const MINUTES = Number(process.env.SIGHTLINE_TEST_MINUTES ?? 10);
const VIEWERS = 30;
const OTHER_KEY = 'sk-other-0123456789';

/** An organization with a minute limit that three replicas would exceed if each had it alone, and another key. */
const tight = {
  name: 'Tight',
  quota_daily: 20_000,
  quota_monthly: 200_000,
  keys: [
    { key: 'sk-ours-0123456789', limit_minute: 20 },
    { key: OTHER_KEY, limit_minute: 'unlimited' as const },
  ],
  monitors: { count: 250, seed: 1, alive: false },
};

/**
 * Lets others spend five requests of the organization every five seconds.
 * @returns a function that stops it and returns how many they have spent
 */
function spendMeanwhile({ api }: RunningReferenceApi): () => number {
  let spent = 0;
  const authorization = `Bearer ${OTHER_KEY}`;
  // Not over HTTP, so that the numbers of responses and of requests in flight count only the product.
  const others = setInterval(() => {
    for (let n = 0; n < 5; n += 1)
      api.handle({ method: 'GET', url: '/v1/monitors/none', remoteAddress: '127.0.0.1', authorization });
    spent += 5;
  }, 5_000);
  return () => {
    clearInterval(others);
    return spent;
  };
}

/**
 * Lets viewers of all replicas click for a while: they open pages, searches and monitors, and press Refresh.
 *
 * @returns the numbers of responses: `ok`, and the failed ones by status and code
 */
async function click(
  replicas: readonly Product[],
  { api }: RunningReferenceApi,
): Promise<Record<string, number>> {
  // Without a delay there would rarely be two requests at the same time.
  api.inject({ kind: 'delay', ms: 200 });
  const until = performance.now() + MINUTES * 60_000;
  const results: Record<string, number> = {};
  const uuids = api
    .organization()
    .monitors()
    .map(({ monitor_uuid }) => monitor_uuid);

  async function view(viewer: number): Promise<void> {
    const random = seeded(propertySeed * 1000 + viewer);
    const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
    while (performance.now() < until) {
      const path = oneOf([
        () => `/api/monitors?page=${1 + Math.floor(random() * 3)}`,
        () => `/api/monitors?q=${oneOf(['api', 'eu', 'down', 'db'])}`,
        () => `/api/monitors/${oneOf(uuids)}`,
        () => '/api/usage',
        () => '/api/monitors/refresh',
      ])?.();
      const method = path?.endsWith('refresh') ? 'POST' : 'GET';
      const headers = { 'sightline-refresh': 'on', 'user-agent': `viewer ${viewer}` };
      const { status, text } = await ask(`${oneOf(replicas)?.url}${path}`, { method, headers });
      const result = status === 200 ? 'ok' : `${status} ${JSON.parse(text).code} ${path?.slice(0, 20)}`;
      results[result] = (results[result] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 200 + random() * 800));
    }
  }

  await Promise.all(Array.from({ length: VIEWERS }, (_, viewer) => view(viewer)));
  return results;
}

/**
 * Returns by how much the numbers on a replica's usage page differ from the requests sent.
 * @param elsewhere requests of others
 */
async function countingErrors({ referenceApi }: ReplicaSet, { url }: Product, elsewhere: number) {
  const { daily, spent_here, spent_elsewhere } = JSON.parse((await ask(`${url}/api/usage`)).text).data;
  const { inventory, list, detail, probe, retry } = spent_here;
  return {
    remaining: daily.remaining - (daily.limit - referenceApi.requests()),
    here: inventory + list + detail + probe + retry - referenceApi.requests(referenceApi.apiKey),
    elsewhere: spent_elsewhere.daily - elsewhere,
  };
}

test(`${MINUTES} minutes of three replicas with clicking viewers and a tight limit, while others spend: no 429, four in flight, and every request is counted once`, async () => {
  const set = await startReplicas({ api: { organizations: [tight] } });
  const { referenceApi, replicas } = set;
  await waitForAll(replicas);
  const endOthers = spendMeanwhile(referenceApi);
  const results = await click(replicas, referenceApi);
  const spent = endOthers();
  const sent = referenceApi.requests(referenceApi.apiKey);
  console.log(`  responses ${JSON.stringify(results)}, ${sent} requests by the product, ${spent} by others`);
  expect(referenceApi.responses(429)).toBe(0);
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  expect(Object.keys(results).filter((result) => /^5/.test(result))).toEqual([]);
  expect(spent, 'others spent throughout').toBeGreaterThan(50 * MINUTES);
  expect(sent, 'the limit was reached').toBeGreaterThan(12 * MINUTES);
  const uuid = referenceApi.api.organization().monitors()[0]?.monitor_uuid;
  for (const replica of replicas) {
    // Opening a monitor shows the cost of the others' last requests. This works after a minute at the latest, when
    // the monitor is read again.
    const open = () => ask(`${replica.url}/api/monitors/${uuid}`);
    await expect
      .poll(() => open().then(() => countingErrors(set, replica, spent)), { timeout: 90_000 })
      .toEqual({ remaining: 0, here: 0, elsewhere: 0 });
  }
  await set.stop();
});
