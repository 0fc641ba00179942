import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/products/fixtures.ts';
import { violationsOf } from './evaluate-run.ts';
import { runSoak } from './run.ts';

test('with 300 viewers and every fault: no wrong or lost row, no stale response that is not reported as stale, and no request that exceeds upstream’s limits', async () => {
  const figures = await runSoak({
    minutes: 10,
    seed: propertySeed,
    viewers: 300,
    monitors: 250,
    everyKind: true,
  });
  console.log(figures);
  expect(figures.failureDetails).toEqual([]);
  expect(violationsOf(figures)).toEqual([]);
});
