import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { startReplicas, replicasTest as test, waitForAll } from '../support/replicas.ts';
import { click, spendElsewhere, tightApi } from './load.ts';

test('10 minutes of three replicas with clicking viewers, a tight limit and others spending: no 429, four in flight', async () => {
  const set = await startReplicas({ api: tightApi });
  const { referenceApi, replicas } = set;
  // Others spend the organization's day, with requests that this count does not include.
  const others = setInterval(() => spendElsewhere(referenceApi, 3), 10_000);
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
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  expect(Object.keys(load.results).filter((result) => /^5/.test(result))).toEqual([]);
  await set.stop();
});
