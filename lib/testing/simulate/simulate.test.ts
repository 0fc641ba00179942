import { expect, test } from 'vitest';
import { type Figures, figuresOf } from './figures.ts';
import { runScenario } from './run.ts';
import { scenarios } from './scenarios.ts';

async function figures(name: string, days: number): Promise<Figures> {
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario) throw new Error(`no scenario ${name}`);
  return figuresOf(await runScenario(scenario, { days, seed: 2 }));
}

test('500 viewers, others who spend half: never refused, and as fresh as the quota allows', async () => {
  const { refused, ratio, oursShare, othersShare } = await figures('main', 3);
  expect(refused).toBe(0);
  expect(ratio).toBeLessThanOrEqual(1.25);
  // What they are measured against did happen.
  expect(othersShare).toBeGreaterThan(0.4);
  expect(oursShare).toBeGreaterThan(0.4);
});

test('nobody looks: one crawl in 15 minutes', async () => {
  const { refused, idleRefreshesAnHour, refreshesAnHour } = await figures('nobody', 2);
  expect(refused).toBe(0);
  expect(idleRefreshesAnHour).toBeLessThanOrEqual(4);
  expect(refreshesAnHour).toBeGreaterThan(3);
});

test('10,000 monitors at 10 requests a minute: the crawl takes its time and is never refused', async () => {
  const { refused, ratio } = await figures('slow-minute', 0.5);
  expect(refused).toBe(0);
  // The background leaves 2 of 10 to people, and cannot know to the second when a window ends.
  expect(ratio).toBeLessThanOrEqual(1.35);
});

test('without limits the requested interval is what counts', async () => {
  const { refused, ratio } = await figures('unlimited', 0.5);
  expect(refused).toBe(0);
  expect(ratio).toBeLessThanOrEqual(1.25);
});

test('row 74: others take the whole day at random hours: no reading waits for it in silence', async () => {
  const { silentlyOldS, refreshesAnHour } = await figures('drained', 4);
  expect(silentlyOldS).toBeLessThanOrEqual(120);
  expect(refreshesAnHour).toBeGreaterThan(10);
});
