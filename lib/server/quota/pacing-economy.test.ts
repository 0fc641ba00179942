import { describe, expect, test } from 'vitest';
import { seeded } from '../../testing/simulate/random.ts';
import { type Others, runModel } from './quota-model.fixtures.ts';
import { DAY_MS } from './windows.ts';

const MINUTES_A_DAY = 1440;

/** A whole number whose mean is `mean`, at most twice as much. */
function around(mean: number, random: () => number): number {
  const drawn = 2 * mean * random();
  return Math.floor(drawn) + (random() < drawn % 1 ? 1 : 0);
}

/** At all hours alike. */
function steady(perDay: number, random: () => number): Others {
  return () => around(perDay / MINUTES_A_DAY, random);
}

/** 70 % of it between 8 and 17 o'clock. */
function office(perDay: number, random: () => number): Others {
  return (minute) => {
    const hour = (minute % MINUTES_A_DAY) / 60;
    return around(hour >= 8 && hour < 17 ? (0.7 * perDay) / 540 : (0.3 * perDay) / 900, random);
  };
}

/** Each day another amount, from 0.6 to 1.4 of the mean. */
function fickle(perDay: number, random: () => number): Others {
  let level = 1;
  return (minute) => {
    if (minute % MINUTES_A_DAY === 0) level = 0.6 + 0.8 * random();
    return around((level * perDay) / MINUTES_A_DAY, random);
  };
}

const habits = { steady, office, fickle };
const cases = Object.entries(habits).flatMap(([habit, make]) =>
  [0, 0.25, 0.5].map((share, index) => ({ habit, make, share, seed: index + 1 })),
);

/**
 * The oracle knows what others will leave of a window and spreads all of it evenly, so its mean interval is to ours
 * as what we used is to what was available.
 */
describe('30 days, resets at times we are not told, others at random', () => {
  test.each(cases)('day: others $habit, $share of 5,000 (seed $seed)', ({ make, share, seed }) => {
    const random = seeded(seed);
    const turnsAt = Math.floor(random() * MINUTES_A_DAY) * 60_000;
    const run = runModel({
      quota: 'daily',
      limit: 5_000,
      periodMs: DAY_MS,
      turnsAt,
      windows: 30,
      cost: 3,
      others: make(5_000 * share, random),
    });
    expect(run).toMatchObject({ refused: 0, tookLast: 0 });
    expect(run.lowest).toBeGreaterThan(2);
    expect(run.available / run.used).toBeLessThan(1.2);
    expect(run.usedByHalf / run.used, 'evenly: an even half is 0.5').toBeGreaterThan(0.36);
  });

  test.each(cases)('month: others $habit, $share of 60,000 (seed $seed)', ({ make, share, seed }) => {
    const random = seeded(seed);
    const turnsAt = Math.floor(random() * 10 * MINUTES_A_DAY) * 60_000;
    const run = runModel({
      quota: 'monthly',
      limit: 60_000,
      periodMs: 30 * DAY_MS,
      turnsAt,
      windows: 1,
      cost: 3,
      others: make((60_000 * share) / 30, random),
    });
    expect(run).toMatchObject({ refused: 0, tookLast: 0 });
    expect(run.available / run.used).toBeLessThan(1.2);
    expect(run.usedByHalf / run.used, 'evenly: an even half is 0.5').toBeGreaterThan(0.36);
  });

  test.each([0.75, 0.9, 1])(
    'others that take %d of the day never meet an end that we brought about, and the screen lives on',
    (share) => {
      const random = seeded(7);
      const run = runModel({
        quota: 'daily',
        limit: 5_000,
        periodMs: DAY_MS,
        turnsAt: 3_600_000,
        windows: 30,
        cost: 3,
        others: steady(5_000 * share, random),
      });
      expect(run.tookLast).toBe(0);
      expect(run.used).toBeGreaterThan(30 * 50);
    },
  );
});
