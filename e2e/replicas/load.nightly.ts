import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { startReplicas, replicasTest as test, waitForAll } from '../support/replicas.ts';
import { click, spendElsewhere, tightApi } from './load.ts';

/** Requests of the organization's day. In ten minutes the minute limit alone would allow the product almost as many. */
const DAILY = 200;
/** Of these others spend half, before the rest is short: a request that they send with the last one would be a 429. */
const OTHERS = 100;

test('10 minutes of three replicas with clicking viewers and a tight limit, while others spend half of the day: all of the rest is used, no 429, four in flight', async () => {
  const set = await startReplicas({ api: tightApi(DAILY) });
  const { referenceApi, replicas } = set;
  let left = OTHERS;
  // Not over HTTP: the numbers of responses and of requests in flight are those of the product only.
  const others = setInterval(() => {
    const count = Math.min(5, left);
    spendElsewhere(referenceApi, count);
    left -= count;
  }, 5_000);
  await waitForAll(set.replicas);
  const load = await click(replicas, referenceApi, {
    milliseconds: 600_000,
    viewers: 30,
    seed: propertySeed,
  });
  clearInterval(others);
  console.log(
    `  ${load.responses} responses ${JSON.stringify(load.results)}, ${referenceApi.requests()} requests`,
  );
  expect(referenceApi.responses(429)).toBe(0);
  expect(left).toBe(0);
  expect(referenceApi.requests()).toBeLessThanOrEqual(DAILY);
  expect(referenceApi.requests(), 'the limit was reached').toBeGreaterThan(DAILY - 10);
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  expect(Object.keys(load.results).filter((result) => /^5/.test(result))).toEqual([]);
  await set.stop();
});
