import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { startReplicas, replicasTest as test, waitForAll } from '../support/replicas/replicas.ts';
import { click, tightApi } from './load.ts';

test('row 66: viewers of three replicas click under a tight limit: no 429, and at most four requests in flight', {
  tag: '@nightly',
}, async () => {
  const set = await startReplicas({ api: tightApi() });
  await waitForAll(set.replicas);
  const load = await click(set.replicas, set.referenceApi, {
    milliseconds: 12_000,
    viewers: 12,
    seed: propertySeed,
  });
  console.log(
    `  ${load.responses} responses ${JSON.stringify(load.results)}, ${set.referenceApi.requests()} requests`,
  );
  expect(set.referenceApi.responses(429)).toBe(0);
  expect(set.referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  expect(Object.keys(load.results)).toEqual(['ok']);
  await set.stop();
});
