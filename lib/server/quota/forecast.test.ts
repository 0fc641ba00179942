import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { busiestStretch, meanRate } from './forecast.ts';
import { addCount, seriesSchema } from './spending.ts';

const HOUR = 3_600_000;
const empty = seriesSchema.parse({ cycleMs: DAY_MS });

test('the busiest stretch is any hour of a day', () => {
  const series = addCount(addCount(addCount(empty, 0, 5), HOUR - 1, 3), HOUR, 4);
  expect(busiestStretch(series)).toBe(8);
  expect(busiestStretch(addCount(series, 20 * HOUR, 7))).toBe(8);
  expect(busiestStretch(empty)).toBe(0);
});

test('the mean rate is that of the last cycle, or of the time since counting began', () => {
  const series = addCount(empty, HOUR, 60);
  expect(meanRate(series, 0, 2 * HOUR) * HOUR).toBeCloseTo(30);
  expect(meanRate(series, 0, DAY_MS + HOUR) * HOUR).toBeCloseTo(2.5);
});
