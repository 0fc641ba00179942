/** @module-tag deep */

import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { seeded } from '../../testing/simulate/random.ts';
import { type Others, runModel } from './quota-model.fixtures.ts';

const MINUTES_A_DAY = 1440;

/** A random integer with the mean `mean`, at most about twice as large. */
function around(mean: number, random: () => number): number {
  const drawn = 2 * mean * random();
  return Math.floor(drawn) + (random() < drawn % 1 ? 1 : 0);
}

/** Equally distributed over the day. */
function steady(perDay: number, random: () => number): Others {
  return () => around(perDay / MINUTES_A_DAY, random);
}

/** 70 % between 8 and 17 o'clock. */
function office(perDay: number, random: () => number): Others {
  return (minute) => {
    const hour = (minute % MINUTES_A_DAY) / 60;
    return around(hour >= 8 && hour < 17 ? (0.7 * perDay) / 540 : (0.3 * perDay) / 900, random);
  };
}

/** A random level per day, from 0.6 to 1.4 of the mean. */
function varying(perDay: number, random: () => number): Others {
  let level = 1;
  return (minute) => {
    if (minute % MINUTES_A_DAY === 0) level = 0.6 + 0.8 * random();
    return around((level * perDay) / MINUTES_A_DAY, random);
  };
}

const habits = { steady, office, varying };
const quotas = [
  { quota: 'daily', limit: 5_000, periodMs: DAY_MS, windows: 30, resetsWithinMinutes: MINUTES_A_DAY },
  {
    quota: 'monthly',
    limit: 60_000,
    periodMs: 30 * DAY_MS,
    windows: 1,
    resetsWithinMinutes: 10 * MINUTES_A_DAY,
  },
] as const;
const cases = quotas.flatMap((quota) =>
  Object.entries(habits).flatMap(([habit, createOthers]) =>
    [0, 0.25, 0.5].map((share, index) => ({ ...quota, habit, createOthers, share, seed: index + 1 })),
  ),
);

/**
 * The pace is compared with an oracle, which knows what others will leave of a window and distributes it evenly. The
 * ratio of its mean interval to ours is `used / available`.
 */
describe('30 days with unknown reset times and random usage by others', () => {
  test.each(cases)(
    '$quota: others $habit, $share of $limit (seed $seed)',
    ({ createOthers, share, seed, resetsWithinMinutes, ...window }) => {
      const random = seeded(seed);
      const firstResetAt = Math.floor(random() * resetsWithinMinutes) * 60_000;
      const others = createOthers((window.limit * share * DAY_MS) / window.periodMs, random);
      const run = runModel({ ...window, firstResetAt, cost: 3, others });
      expect(run).toMatchObject({ rateLimited: 0, tookLast: 0 });
      expect(run.lowest).toBeGreaterThan(2);
      expect(run.available / run.used).toBeLessThan(1.2);
      expect(run.usedByHalf / run.used, 'evenly: an even half is 0.5').toBeGreaterThan(0.36);
    },
  );

  test.each([
    { share: 0.75, last: 0 },
    { share: 0.9, last: 0 },
    // Between two of our requests others may leave only the last one.
    { share: 1, last: 1 },
  ])(
    'when others use $share of the day, we use its last request $last times at most, and refreshing continues',
    ({ share, last }) => {
      const random = seeded(7);
      const run = runModel({
        quota: 'daily',
        limit: 5_000,
        periodMs: DAY_MS,
        firstResetAt: 3_600_000,
        windows: 30,
        cost: 3,
        others: steady(5_000 * share, random),
      });
      expect(run.tookLast).toBeLessThanOrEqual(last);
      expect(run.used).toBeGreaterThan(30 * 50);
    },
  );
});
