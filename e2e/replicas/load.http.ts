import { expect } from 'vitest';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/products/http-test.ts';
import { waitForAll } from '../support/replicas/replicas.ts';
import { click, tightApi } from './load.ts';

test('row 66: viewers of three replicas click under a tight limit: no 429, and at most four requests in flight', {
  tags: 'nightly',
}, async ({ replicaSet }) => {
  const set = await replicaSet({ api: tightApi() });
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
});
