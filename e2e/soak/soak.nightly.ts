import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/fixtures.ts';
import { runSoak } from './run.ts';
import { faultsOf, inWords } from './verdict.ts';

test('under 300 viewers and every fault: no wrong row, none lost, none stale without saying so, within the limits', async () => {
  const figures = await runSoak({
    minutes: 10,
    seed: propertySeed,
    viewers: 300,
    monitors: 250,
    everyKind: true,
  });
  console.log(inWords(figures));
  expect(figures.failures).toEqual([]);
  expect(faultsOf(figures)).toEqual([]);
});
