import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/products/fixtures.ts';
import { runKills } from './run.ts';
import { violationsOf } from './violations.ts';

const MONITORS = 1000;

test('row 33: killed 100 times at random moments under load, it restarts with a complete snapshot', async () => {
  const kills = await runKills({ times: 100, monitors: MONITORS, seed: propertySeed });
  const took = kills.map(({ tookMs }) => tookMs);
  console.log(`  seed ${propertySeed}, first rows after ${Math.round(Math.max(...took))} ms at most`);
  expect(kills).toHaveLength(100);
  expect(violationsOf(kills, MONITORS)).toEqual([]);
  expect(
    new Set(kills.map(({ generations }) => generations[0])).size,
    'the list was refreshed in between',
  ).toBeGreaterThan(50);
});
