import { expect, test } from 'vitest';
import { minutesAgo, noon, usageOf } from './usage.fixtures';
import {
  bucketLabel,
  chartSummary,
  evenPaceMessage,
  noCountersMessage,
  noDataMessage,
  paceMessage,
  settingsReadingMessage,
} from './usage-messages';

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
  expect(observedFor(29), 'the server makes no forecast yet').toBe('Reading slows down so that it lasts');
  const { refresh } = usageOf();
  const slow = {
    refresh: { ...refresh, actual_s: 102 },
    spent_elsewhere: { since: null, daily: 0, monthly: 0 },
  };
  expect(pace(slow)).toBe('Enough: reading takes about 2,541 a day');
  expect(observedFor(30)).toBe('Enough for today at this rate');
  expect(pace({ daily: { ...daily, remaining: null } })).toBe('Rate unknown');
});

test('no remaining requests are "used up"', () => {
  expect(pace({ daily: { ...daily, remaining: 0 } })).toBe('Used up');
});

test('the message of an empty chart has the reason', () => {
  expect(noDataMessage(usageOf(), 'daily')).toMatch(/^Not enough readings today yet/);
  const unknown = usageOf({ daily: { ...daily, remaining: null } });
  expect(noDataMessage(unknown, 'daily')).toBe('No data yet: not included in API responses.');
});

const bucket = (hours: number, requests: number | null) => ({
  from: noon - hours * 3_600_000,
  to: noon - (hours - 1) * 3_600_000,
  requests,
});

test('the label of a bar has its requests and its time', () => {
  expect(bucketLabel(bucket(2, 1180), noon, 'UTC')).toBe('1,180 requests, 20 Nov, 10:00 to 11:00 UTC');
  expect(bucketLabel(bucket(1, null), noon, 'UTC')).toBe('no data, 20 Nov, 11:00 to 12:00 UTC');
  expect(bucketLabel(bucket(0.5, 1), noon, 'UTC')).toBe('1 request, 20 Nov, 11:30 to 12:00 UTC');
  const [from, to] = [Date.parse('2026-11-18'), Date.parse('2026-11-19')];
  expect(bucketLabel({ from, to, requests: 3 }, noon, 'UTC')).toBe(
    '3 requests, 18 Nov, 00:00 to 19 Nov, 00:00 UTC',
  );
});

test('the legend has the even rate', () => {
  expect(evenPaceMessage(usageOf(), 'daily', false)).toBe('208 per hour would use up the day’s quota.');
  expect(evenPaceMessage(usageOf(), 'monthly', true)).toBe(
    'Dashed: 3,333 per day would use up the month’s quota.',
  );
  expect(evenPaceMessage(usageOf({ daily: { ...daily, limit: null } }), 'daily', false)).toBeNull();
});

test('the text alternative describes the chart in a sentence', () => {
  const buckets = [bucket(3, null), bucket(2, 300), bucket(1, 20)];
  expect(chartSummary(usageOf(), 'daily', buckets, noon, 'UTC')).toBe(
    'Requests per hour: 320 requests observed; the busiest hour: 300 requests, 20 Nov, 10:00 to 11:00 UTC; Enough for today at this rate.',
  );
});

test('the message says why a window is unknown', () => {
  const { spent_here, access } = usageOf();
  const trouble = { code: 'api_key_rejected' as const, error: '', since: minutesAgo(1) };
  expect(noCountersMessage(usageOf({ observed_at: null }))).toBe('no API requests yet');
  expect(noCountersMessage(usageOf({ observed_at: null, spent_here: { ...spent_here, probe: 1 } }))).toMatch(
    /no counters in API responses so far$/,
  );
  expect(noCountersMessage(usageOf({ observed_at: null, access: { ...access, trouble } }))).toMatch(
    /no successful API response/,
  );
  expect(noCountersMessage(usageOf())).toMatch(/not included in API responses/);
});

const settings = (given: Omit<Parameters<typeof settingsReadingMessage>[0], 'monitors'>) =>
  settingsReadingMessage({ ...given, monitors: 5000 }, noon, 'Europe/Berlin');

test.each([
  ['2026-11-20T20:39:30.000Z', 'the rest are read until 21:40.'],
  ['2026-11-24T20:39:30.000Z', 'the rest are read until 24 Nov, 21:40.'],
  [null, 'the rest are read while the list needs no requests.'],
])('the message says until when the rest of the settings are read (%s)', (until, rest) => {
  expect(settings({ known: 4812, state: 'reading', until })).toBe(
    `Check settings are known for 4,812 of 5,000 monitors; ${rest}`,
  );
});

test.each([
  ['failed', /; the rest could not be read/],
  ['paused', /; no more are read while refreshing is paused\.$/],
  ['low', /; no more are read while few requests are left/],
  ['quota_unknown', /; no more are read while the API does not say/],
  ['updated_by_checks', /; no more are read, because the API does not tell/],
  ['off', / has switched this off\.$/],
] as const)('the message says why no more settings are read (%s)', (state, reason) => {
  expect(settings({ known: 4812, state, until: null })).toMatch(
    /^Check settings are known for 4,812 of 5,000/,
  );
  expect(settings({ known: 4812, state, until: null })).toMatch(reason);
  expect(settings({ known: 5000, state, until: null })).toBe(
    'Check settings are known for all 5,000 monitors.',
  );
});
