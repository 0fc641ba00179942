import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/fixtures.ts';
import { faultsOf, formatFigures } from './evaluate-run.ts';
import { runSoak } from './run.ts';

test('with 300 viewers and every fault: no wrong, lost or silently stale row, and no request beyond the limits', async () => {
  const figures = await runSoak({
    minutes: 10,
    seed: propertySeed,
    viewers: 300,
    monitors: 250,
    everyKind: true,
  });
  console.log(formatFigures(figures));
  expect(figures.failures).toEqual([]);
  expect(faultsOf(figures)).toEqual([]);
});
