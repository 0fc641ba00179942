import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { type ReplicaSet, startReplicas, waitForAll } from '../support/replicas/replicas.ts';
import { click, type Load, spendElsewhere, tightApi } from './load.ts';

/** `SIGHTLINE_TEST_MINUTES` sets another number, for trying the test. */
const MINUTES = Number(process.env.SIGHTLINE_TEST_MINUTES ?? 10);
/** A daily quota that is never used up, so that only the minute limit slows the product. */
const LONG_DAY = 20_000;
/** A daily quota that the product and others use up in three minutes. */
const SHORT_DAY = 60;
/**
 * Others spend this part of the short quota, and stop before it is nearly used up: otherwise they could take the last
 * request, and the product would get a 429.
 */
const OTHERS = 30;

/**
 * Lets others spend five requests every five seconds.
 * @returns a function that stops it and returns how many they have spent
 */
function spendMeanwhile({ referenceApi }: ReplicaSet, atMost: number): () => number {
  let spent = 0;
  // Not over HTTP, so that the numbers of responses and of requests in flight count only the product.
  const others = setInterval(() => {
    const count = Math.min(5, atMost - spent);
    spendElsewhere(referenceApi, count);
    spent += count;
  }, 5_000);
  return () => {
    clearInterval(others);
    return spent;
  };
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

/** Checks what must hold under any load. */
function expectWithinLimits({ referenceApi }: ReplicaSet, load: Load): void {
  console.log(
    `  ${load.responses} responses ${JSON.stringify(load.results)}, ${referenceApi.requests()} requests, ` +
      `${referenceApi.requests(referenceApi.apiKey)} of them by the product`,
  );
  expect(referenceApi.responses(429)).toBe(0);
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  expect(Object.keys(load.results).filter((result) => /^5/.test(result))).toEqual([]);
}

test(`${MINUTES} minutes of three replicas with clicking viewers and a tight limit, while others spend: no 429, four in flight, and every request is counted once`, async () => {
  const set = await startReplicas({ api: tightApi(LONG_DAY) });
  const { referenceApi, replicas } = set;
  await waitForAll(replicas);
  const endOthers = spendMeanwhile(set, LONG_DAY);
  const load = await click(replicas, referenceApi, {
    milliseconds: MINUTES * 60_000,
    viewers: 30,
    seed: propertySeed,
  });
  const spent = endOthers();
  expectWithinLimits(set, load);
  expect(spent, 'others spent throughout').toBeGreaterThan(50 * MINUTES);
  expect(referenceApi.requests(referenceApi.apiKey), 'the limit was reached').toBeGreaterThan(12 * MINUTES);
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

test('three replicas with clicking viewers, while others spend half of a short day: all of the rest is used, no 429, four in flight', async () => {
  const set = await startReplicas({ api: tightApi(SHORT_DAY) });
  const { referenceApi, replicas } = set;
  await waitForAll(replicas);
  const endOthers = spendMeanwhile(set, OTHERS);
  const load = await click(replicas, referenceApi, {
    milliseconds: 180_000,
    viewers: 30,
    seed: propertySeed,
  });
  expect(endOthers()).toBe(OTHERS);
  expectWithinLimits(set, load);
  expect(referenceApi.requests()).toBeLessThanOrEqual(SHORT_DAY);
  expect(referenceApi.requests(), 'the limit was reached').toBeGreaterThan(SHORT_DAY - 10);
  await set.stop();
});
