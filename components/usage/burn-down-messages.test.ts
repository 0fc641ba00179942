import { expect, test } from 'vitest';
import { chartSummary, noDataMessage, paceMessage } from './burn-down-messages';
import { minutesAgo, noon, usageOf } from './usage.fixtures';

const pace = (given: Parameters<typeof usageOf>[0], quota: 'daily' | 'monthly' = 'daily') =>
  paceMessage(usageOf(given), quota, noon, 'UTC');
const daily = { limit: 5000, remaining: 4180, resets_at: null, runs_out_at: null };

test('when it runs out, in the person’s zone', () => {
  const data = usageOf({ daily: { ...daily, runs_out_at: '2026-11-20T17:40:00.000Z' } });
  expect(paceMessage(data, 'daily', noon, 'UTC')).toEqual({
    message: 'runs out about 17:40 UTC',
    tone: 'warning',
  });
  expect(paceMessage(data, 'daily', noon, 'Asia/Tokyo').message).toBe('runs out about 21 Nov, 02:40');
});

test('null means that it lasts only once the pace has been watched', () => {
  expect(pace({})).toEqual({ message: 'outlasts the day at the pace of the last hour', tone: 'neutral' });
  expect(pace({}, 'monthly').message).toBe('outlasts the month at the pace of the last hour');
  expect(pace({ spent_elsewhere: { since: minutesAgo(9), daily: 0, monthly: 0 } }).message).toBe(
    'pace not known yet',
  );
  expect(pace({ spent_elsewhere: { since: null, daily: 0, monthly: 0 } }).message).toBe('pace not known yet');
  expect(pace({ daily: { ...daily, remaining: null } }).message).toBe('pace not known yet');
});

test('nothing left is not "runs out"', () => {
  expect(pace({ daily: { ...daily, remaining: 0 } })).toEqual({ message: 'used up', tone: 'critical' });
});

test('an empty chart says why', () => {
  expect(noDataMessage(usageOf(), 'daily')).toMatch(/^One value has been observed today so far/);
  expect(noDataMessage(usageOf({ daily: { ...daily, remaining: null } }), 'daily')).toMatch(
    /carry no counter for today/,
  );
  expect(noDataMessage(usageOf({ observed_at: null }), 'monthly')).toMatch(/^Nothing has been observed yet/);
});

test('the chart as a sentence', () => {
  const points = [
    { at: Date.parse('2026-11-20T06:12:00Z'), left: 4500 },
    { at: noon, left: 4180 },
  ];
  expect(chartSummary(usageOf(), 'daily', points, noon, 'UTC')).toBe(
    'Today’s requests left: 4,500 at 06:12 UTC, 4,180 of 5,000 (83 %) at 12:00 UTC; outlasts the day at the pace of the last hour.',
  );
});
