import { expect, test } from 'vitest';
import {
  bucketLabel,
  chartSummary,
  evenPaceMessage,
  noDataMessage,
  paceMessage,
} from './request-rate-messages';
import { minutesAgo, noon, usageOf } from './usage.fixtures';

const pace = (given: Parameters<typeof usageOf>[0], quota: 'daily' | 'monthly' = 'daily') =>
  paceMessage(usageOf(given), quota, noon, 'UTC');
const daily = { limit: 5000, remaining: 4180, resets_at: null, resets_at_local: null, runs_out_at: null };

test('the message has the projected time when the quota runs out, in the user’s time zone', () => {
  const data = usageOf({ daily: { ...daily, runs_out_at: '2026-11-20T17:40:00.000Z' } });
  expect(paceMessage(data, 'daily', noon, 'UTC')).toBe('Projected to run out at about 17:40 UTC');
  expect(paceMessage(data, 'daily', noon, 'Asia/Tokyo')).toBe('Projected to run out at about 21 Nov, 02:40');
});

test('without a projected time the quota is enough only if the rate is known', () => {
  expect(pace({})).toBe('Enough for today at this rate');
  expect(pace({}, 'monthly')).toBe('Enough for this month at this rate');
  const observedFor = (minutes: number) =>
    pace({ spent_elsewhere: { since: minutesAgo(minutes), daily: 0, monthly: 0 } });
  expect(observedFor(29), 'the server makes no forecast yet').toBe(
    'Planned: about 8,640 a day, less as it runs low',
  );
  const unmeasured = { spent_elsewhere: { since: minutesAgo(1), daily: 0, monthly: 0 } };
  expect(pace(unmeasured, 'monthly')).toBe('Planned: about 259,200 a month, less as it runs low');
  const { refresh } = usageOf();
  const slow = { ...unmeasured, refresh: { ...refresh, actual_s: 102 } };
  expect(pace(slow)).toBe('Enough for today as planned: about 2,541 a day');
  expect(observedFor(30)).toBe('Enough for today at this rate');
  expect(pace({ spent_elsewhere: { since: null, daily: 0, monthly: 0 } })).toBe(
    'Planned: about 8,640 a day, less as it runs low',
  );
  expect(pace({ daily: { ...daily, remaining: null } })).toBe('Rate unknown');
});

test('no remaining requests are "used up"', () => {
  expect(pace({ daily: { ...daily, remaining: 0 } })).toBe('Used up');
});

test('the message of an empty chart has the reason', () => {
  expect(noDataMessage(usageOf(), 'daily')).toMatch(/^Not enough readings today yet/);
  expect(noDataMessage(usageOf({ daily: { ...daily, remaining: null } }), 'daily')).toMatch(
    /don’t include a counter for today/,
  );
  expect(noDataMessage(usageOf({ observed_at: null }), 'monthly')).toMatch(/^No data yet/);
});

const bucket = (hours: number, requests: number | null) => ({
  from: noon - hours * 3_600_000,
  to: noon - (hours - 1) * 3_600_000,
  requests,
});

test('the label of a bar has its requests and its time', () => {
  expect(bucketLabel(bucket(2, 1180.4), noon, 'UTC')).toBe('1,180 requests, 10:00 UTC to 11:00 UTC');
  expect(bucketLabel(bucket(1, 1), noon, 'UTC')).toBe('1 request, 11:00 UTC to 12:00 UTC');
  expect(bucketLabel(bucket(1, null), noon, 'UTC')).toBe('no data, 11:00 UTC to 12:00 UTC');
  expect(bucketLabel(bucket(0.5, 3), noon, 'UTC')).toBe('3 requests, 11:30 UTC to 12:00 UTC');
});

test('the legend has the even rate and the reserved requests', () => {
  expect(evenPaceMessage(usageOf(), 'daily', false)).toBe(
    '208 per hour would use up the day’s quota. 50 requests reserved for others.',
  );
  const reserving = (monthly: number) => {
    const usage = usageOf();
    return { ...usage, refresh: { ...usage.refresh, reserve: { daily: null, monthly } } };
  };
  expect(evenPaceMessage(reserving(5000), 'monthly', true)).toBe(
    'Dashed: 3,333 per day would use up the month’s quota. Shaded: 5,000 requests reserved for others.',
  );
  expect(evenPaceMessage(reserving(1000), 'monthly', true), 'a band that is too thin to be visible').toBe(
    'Dashed: 3,333 per day would use up the month’s quota. 1,000 requests reserved for others.',
  );
  expect(evenPaceMessage(reserving(0), 'monthly', true)).toBe(
    'Dashed: 3,333 per day would use up the month’s quota.',
  );
  expect(evenPaceMessage(usageOf({ daily: { ...daily, limit: null } }), 'daily', false)).toBeNull();
});

test('the text alternative describes the chart in a sentence', () => {
  const buckets = [bucket(3, null), bucket(2, 300), bucket(1, 20)];
  expect(chartSummary(usageOf(), 'daily', buckets, noon, 'UTC')).toBe(
    'Requests per hour: 320 requests observed; the busiest hour: 300 requests, 10:00 UTC to 11:00 UTC; Enough for today at this rate.',
  );
});
