import { expect, test } from 'vitest';
import { addCount, busiestStretch, countBetween, type Series, seriesSchema } from './count-series.ts';
import { expectedCount } from './forecast.ts';
import { DAY_MS } from './quota-window.ts';

const HOUR = 3_600_000;

/** A series with `inHour(hour, day)` counts in each hour of the given number of days. */
function hourly(days: number, inHour: (hour: number, day: number) => number): Series {
  let series = seriesSchema.parse({ cycleMs: DAY_MS });
  for (let hour = 0; hour < days * 24; hour += 1) {
    series = addCount(series, hour * HOUR + HOUR / 2, inHour(hour % 24, Math.floor(hour / 24)));
  }
  return series;
}

test('a series drops counts that are older than a cycle and a quarter', () => {
  const series = hourly(3, () => 6);
  expect(series.buckets.length).toBeLessThanOrEqual(181);
  expect(countBetween(series, 2 * DAY_MS, 3 * DAY_MS)).toBe(144);
  expect(countBetween(series, 0, DAY_MS)).toBe(0);
});

test('a partly covered bucket counts in proportion; the newest one counts completely', () => {
  const series = addCount(addCount(seriesSchema.parse({ cycleMs: DAY_MS }), 0, 10), 600_000, 4);
  expect(countBetween(series, 300_000, 600_000)).toBe(5);
  expect(countBetween(series, 600_000, 660_000)).toBe(4);
});

test('the busiest stretch is any hour of a day', () => {
  let series = addCount(seriesSchema.parse({ cycleMs: DAY_MS }), 0, 5);
  series = addCount(addCount(series, HOUR - 1, 3), HOUR, 4);
  expect(busiestStretch(series)).toBe(8);
  expect(busiestStretch(addCount(series, 20 * HOUR, 7))).toBe(8);
  expect(busiestStretch(seriesSchema.parse({ cycleMs: DAY_MS }))).toBe(0);
});

test('before a complete cycle has been observed, others are expected to continue at their mean rate plus a tenth', () => {
  const series = addCount(seriesSchema.parse({ cycleMs: DAY_MS }), HOUR, 60);
  expect(expectedCount(series, 0, 2 * HOUR, HOUR)).toBeCloseTo(33);
});

test('the forecast considers the hours of the day', () => {
  const office = (hour: number) => (hour >= 8 && hour < 17 ? 10 : 0);
  const [evening, morning] = [2 * DAY_MS + 18 * HOUR, 2 * DAY_MS + 7 * HOUR];
  // The mean rate alone would result in 25 and 41.
  expect(expectedCount(hourly(2.75, office), 0, evening, 6 * HOUR)).toBeLessThan(15);
  expect(expectedCount(hourly(2 + 7 / 24, office), 0, morning, 10 * HOUR)).toBeGreaterThan(60);
});

test('a day that is busier than the previous one is expected to stay busier', () => {
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
