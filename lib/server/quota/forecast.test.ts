import { expect, test } from 'vitest';
import { expectedCount } from './forecast.ts';
import { addCount, busiestStretch, countBetween, emptySeries, type Series } from './series.ts';
import { DAY_MS } from './windows.ts';

const HOUR = 3_600_000;

/** So many in each hour of the given days. */
function hourly(days: number, inHour: (hour: number, day: number) => number): Series {
  let series = emptySeries(DAY_MS);
  for (let hour = 0; hour < days * 24; hour += 1) {
    series = addCount(series, hour * HOUR + HOUR / 2, inHour(hour % 24, Math.floor(hour / 24)));
  }
  return series;
}

test('a series forgets what lies further back than a cycle and a quarter', () => {
  const series = hourly(3, () => 6);
  expect(series.buckets.length).toBeLessThanOrEqual(181);
  expect(countBetween(series, 2 * DAY_MS, 3 * DAY_MS)).toBe(144);
  expect(countBetween(series, 0, DAY_MS)).toBe(0);
});

test('a bucket counts in proportion, the one being filled as a whole', () => {
  const series = addCount(addCount(emptySeries(DAY_MS), 0, 10), 600_000, 4);
  expect(countBetween(series, 300_000, 600_000)).toBe(5);
  expect(countBetween(series, 600_000, 660_000)).toBe(4);
});

test('the busiest stretch is an hour of a day, wherever it begins', () => {
  let series = addCount(emptySeries(DAY_MS), 0, 5);
  series = addCount(addCount(series, HOUR - 1, 3), HOUR, 4);
  expect(busiestStretch(series)).toBe(8);
  expect(busiestStretch(addCount(series, 20 * HOUR, 7))).toBe(8);
  expect(busiestStretch(emptySeries(DAY_MS))).toBe(0);
});

test('before a cycle has been watched, others go on as they did, and a tenth more', () => {
  const series = addCount(emptySeries(DAY_MS), HOUR, 60);
  expect(expectedCount(series, 0, 2 * HOUR, HOUR)).toBeCloseTo(33);
});

test('the hours of the day are remembered', () => {
  const office = (hour: number) => (hour >= 8 && hour < 17 ? 10 : 0);
  const [evening, morning] = [2 * DAY_MS + 18 * HOUR, 2 * DAY_MS + 7 * HOUR];
  // The mean rate alone would say 25 and 41.
  expect(expectedCount(hourly(2.75, office), 0, evening, 6 * HOUR)).toBeLessThan(15);
  expect(expectedCount(hourly(2 + 7 / 24, office), 0, morning, 10 * HOUR)).toBeGreaterThan(60);
});

test('a busier day than the last one is expected to stay so', () => {
  const same = expectedCount(
    hourly(3, () => 10),
    0,
    3 * DAY_MS,
    6 * HOUR,
  );
  const busier = expectedCount(
    hourly(3, (hour, day) => (day === 2 && hour >= 18 ? 20 : 10)),
    0,
    3 * DAY_MS,
    6 * HOUR,
  );
  expect(same).toBeCloseTo(66);
  expect(busier).toBeGreaterThan(85);
});
