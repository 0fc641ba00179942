/** @module-tag deep */
import { expect, test } from 'vitest';
import { figuresOfRun, type RunFigures } from './figures.ts';
import { runScenario } from './run.ts';
import { scenarios } from './scenarios.ts';

async function figures(name: string, days: number): Promise<RunFigures> {
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario) throw new Error(`no scenario ${name}`);
  return figuresOfRun(await runScenario(scenario, { days, seed: 2 }));
}

test('many viewers, other clients spend half: no 429, and data as fresh as the quota allows', async () => {
  const { refused, ratio, oursShare, othersShare } = await figures('main', 3);
  expect(refused).toBe(0);
  expect(ratio).toBeLessThanOrEqual(1.25);
  // The scenario was simulated as intended.
  expect(othersShare).toBeGreaterThan(0.4);
  expect(oursShare).toBeGreaterThan(0.4);
});

test('without viewers: one crawl in 15 minutes', async () => {
  const { refused, idleRefreshesAnHour, refreshesAnHour } = await figures('nobody', 2);
  expect(refused).toBe(0);
  expect(idleRefreshesAnHour).toBeLessThanOrEqual(4);
  expect(refreshesAnHour).toBeGreaterThan(3);
});

test('10,000 monitors at 10 requests a minute: the crawl is slow but never gets a 429', async () => {
  const { refused, ratio } = await figures('slow-minute', 0.5);
  expect(refused).toBe(0);
  // Background requests leave 2 of 10 to users, and the end of a window is not known to the second.
  expect(ratio).toBeLessThanOrEqual(1.35);
});

test('without limits only the operator’s interval matters', async () => {
  const { refused, ratio } = await figures('unlimited', 0.25);
  expect(refused).toBe(0);
  expect(ratio).toBeLessThanOrEqual(1.25);
});

test('row 74: other clients use up the day at random hours: no crawl is delayed without a reported reason', async () => {
  const { silentlyOldS, refreshesAnHour } = await figures('drained', 2);
  expect(silentlyOldS).toBeLessThanOrEqual(120);
  expect(refreshesAnHour).toBeGreaterThan(10);
});
