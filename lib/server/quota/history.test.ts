import { expect, test } from 'vitest';
import { addSample, type Sample, thin } from './history.ts';

const sample = (minute: number): Sample => ({
  instant: minute * 60_000,
  at: 1_700_000_000_000 + minute * 60_000,
  dailyRemaining: minute,
  monthlyRemaining: null,
});

test('one sample a minute at most', () => {
  const one = addSample([], sample(0));
  expect(addSample(one, sample(0.99))).toBe(one);
  expect(addSample(one, sample(1))).toHaveLength(2);
});

test('seven days are kept, and no more than a week of minutes', () => {
  const week = Array.from({ length: 10_080 }, (_, minute) => sample(minute));
  const next = addSample(week, sample(10_080));
  expect(next).toHaveLength(10_080);
  expect(next[0]?.dailyRemaining).toBe(1);
  expect(addSample(week, sample(30_000))).toHaveLength(1);
});

test('row 32: a wall clock set back loses nothing', () => {
  const two = addSample([sample(0)], { ...sample(1), at: 5 });
  expect(two.map(({ at }) => at)).toEqual([sample(0).at, 5]);
});

test('thinned: few enough, oldest and newest kept, evenly between', () => {
  const items = Array.from({ length: 1_001 }, (_, index) => index);
  const thinned = thin(items, 201);
  expect(thinned).toHaveLength(201);
  expect(thinned.slice(0, 3)).toEqual([0, 5, 10]);
  expect(thinned.at(-1)).toBe(1_000);
  expect(thin(items.slice(0, 7), 200)).toEqual(items.slice(0, 7));
});
