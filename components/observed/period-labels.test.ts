import { expect, test } from 'vitest';
import { periodTime } from '@/components/time-chart/time-labels';
import { noon, QUARTER_MS, slotOf } from './observed.fixtures';
import { periodLabel, responseTimesLabel } from './period-labels';
import { periodsOf } from './periods';

function label(changes: Parameters<typeof slotOf>[1]) {
  const period = periodsOf([slotOf(4, changes)], 1, noon).at(-5);
  return period && periodLabel(period, noon, 'Europe/Berlin');
}

test('the label of a period has what was seen, and when', () => {
  expect(label({ state: 'down', checks: 14, down: 3 })).toBe('Down, 3 of 14 checks down, 12:00 to 12:15');
  expect(label({ state: 'down', checks: 1, down: 1 })).toBe('Down, 1 of 1 check down, 12:00 to 12:15');
  expect(label({ state: 'down', checks: 14 })).toBe('Down, until the first of 14 checks, 12:00 to 12:15');
  expect(label({ state: 'overdue', checks: 0 })).toBe('Overdue, no new check, 12:00 to 12:15');
  expect(label({ state: 'unknown', checks: 0 })).toBe('Unknown, no check up or down, 12:00 to 12:15');
  expect(label({ maintenance: true })).toBe('Up, maintenance, 15 checks, 12:00 to 12:15');
});

test('a period without a crawl has no checks', () => {
  const [first, last] = [periodsOf([], 1, noon)[0], periodsOf([], 1, noon).at(-1)];
  expect(first && periodLabel(first, noon, 'UTC')).toBe('Not observed, 19 Nov, 12:15 to 12:30 UTC');
  expect(last && periodLabel(last, noon + 60_000, 'UTC')).toBe('Not recorded yet, 12:00 to 12:01 UTC');
});

test('the time of a period has its date once, unless it contains midnight', () => {
  const midnight = noon - 12 * 3_600_000;
  const time = (from: number, to: number) => periodTime({ from, to }, noon, 'UTC');
  expect(time(midnight - QUARTER_MS, midnight)).toBe('19 Nov, 23:45 to 00:00 UTC');
  expect(time(midnight - QUARTER_MS, midnight + QUARTER_MS)).toBe('19 Nov, 23:45 to 20 Nov, 00:15 UTC');
});

test.each([
  ['Europe/Berlin', '2026-10-25T00:45:00Z', 15, '25 Oct, 02:45 CEST to 02:00 CET'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', 240, '25 Oct, 00:00 CEST to 03:00 CET'],
  ['America/New_York', '2026-11-01T05:45:00Z', 15, '1 Nov, 01:45 EDT to 01:00 EST'],
  // 15 minutes, although the clocks show 75.
  ['Europe/Berlin', '2026-03-29T00:45:00Z', 15, '29 Mar, 01:45 CET to 03:00 CEST'],
])(
  'where the clocks of %s change, both ends of a period have their zone: %s',
  (zone, from, minutes, time) => {
    const period = { from: Date.parse(from), to: Date.parse(from) + minutes * 60_000 };
    expect(periodTime(period, noon, zone)).toBe(time);
  },
);

test('the label of the response times has mean and maximum', () => {
  expect(responseTimesLabel({ meanMs: 210.4, maxMs: 1900 })).toBe('Mean 210 ms, maximum 1,900 ms');
  expect(responseTimesLabel({ meanMs: null, maxMs: null })).toBeNull();
});
