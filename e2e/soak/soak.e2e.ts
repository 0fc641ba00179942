import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { noWrongs } from './check.ts';
import { runSoak } from './run.ts';

const MINUTES = 0.75;

test('under viewers and faults: no wrong row, none lost, none stale without a word, within the limits', async () => {
  test.setTimeout(180_000);
  const figures = await runSoak({ minutes: MINUTES, seed: 7, viewers: 100, monitors: 250 });
  console.log(`  ${JSON.stringify(figures)}`);
  expect(figures.failures).toEqual([]);
  expect(figures.wrongs).toEqual(noWrongs());
  expect(figures.refused).toBe(0);
  expect(figures.audits).toBeGreaterThan(5);
  expect(figures.answers).toBeGreaterThan(100);
});
