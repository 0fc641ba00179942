import { expect, test } from 'vitest';
import { addSample, downsample, type Sample } from './history.ts';

const sample = (minute: number): Sample => ({
  instant: minute * 60_000,
  at: 1_700_000_000_000 + minute * 60_000,
  dailyRemaining: minute,
  monthlyRemaining: null,
});

test('at most one sample per minute is kept', () => {
  const one = addSample([], sample(0));
  expect(addSample(one, sample(0.99))).toBe(one);
  expect(addSample(one, sample(1))).toHaveLength(2);
});

test('samples are kept for seven days, at most 10,080', () => {
  const week = Array.from({ length: 10_080 }, (_, minute) => sample(minute));
  const next = addSample(week, sample(10_080));
  expect(next).toHaveLength(10_080);
  expect(next[0]?.dailyRemaining).toBe(1);
  expect(addSample(week, sample(30_000))).toHaveLength(1);
});

test('row 32: no sample is lost when the wall clock is set back', () => {
  const two = addSample([sample(0)], { ...sample(1), at: 5 });
  expect(two.map(({ at }) => at)).toEqual([sample(0).at, 5]);
});

test('downsampling keeps the oldest, the newest, and evenly distributed samples between them', () => {
  const items = Array.from({ length: 1_001 }, (_, index) => index);
  const downsampled = downsample(items, 201);
  expect(downsampled).toHaveLength(201);
  expect(downsampled.slice(0, 3)).toEqual([0, 5, 10]);
  expect(downsampled.at(-1)).toBe(1_000);
  expect(downsample(items.slice(0, 7), 200)).toEqual(items.slice(0, 7));
});
