import { expect } from '@playwright/test';
import { test } from '../support/products/fixtures.ts';
import { runKills } from './run.ts';
import { violationsOf } from './violations.ts';

const MONITORS = 500;

test('row 33: killed at a random moment under load, it restarts with a complete snapshot', async () => {
  const kills = await runKills({ times: 1, monitors: MONITORS, seed: 9 });
  expect(kills).toHaveLength(1);
  expect(violationsOf(kills, MONITORS)).toEqual([]);
});
