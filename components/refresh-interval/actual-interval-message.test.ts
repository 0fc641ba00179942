import { expect, test } from 'vitest';
import type { Refresh, Usage, UsageState } from '@/lib/contract/usage';
import { actualIntervalMessage, nextMessage, reserveMessage } from './actual-interval-message';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const unknown = { limit: 50_000, remaining: 0, resets_at: null, resets_at_local: null, runs_out_at: null };
const message = (given: Refresh, state: UsageState = 'ok', quota: Usage['data']['daily'] = unknown) =>
  actualIntervalMessage({ refresh: given, state, daily: quota, monthly: quota }, noon);

const refresh: Refresh = {
  wanted_s: 30,
  actual_s: 30,
  cost: 3,
  limited_by: null,
  paused: false,
  viewers: 1,
  reserve: { daily: null, monthly: null },
};

test('the message has the actual interval, and the reason why it is longer', () => {
  expect(message(refresh)).toMatch(/^Refreshing every 30 s for 1 viewer: .* 8,640 requests a day\.$/);
  expect(message({ ...refresh, actual_s: 60, cost: 6 })).toBe(
    'Refreshing every 1 min instead of 30 s because the last refresh needed extra requests: 8,640 requests a day.',
  );
  expect(message({ ...refresh, actual_s: 60, limited_by: 'daily' })).toBe(
    'Refreshing every 1 min instead of 30 s to stay within the daily quota: 4,320 requests a day.',
  );
});

test('the message has the time until the next refresh, if there is one', () => {
  const next = (given: Partial<Refresh>, agoS: number, state: UsageState = 'ok') => {
    const asOf = new Date(noon - agoS * 1000).toISOString();
    return nextMessage({ refresh: { ...refresh, ...given }, state }, asOf, noon);
  };
  expect(next({ actual_s: 102 }, 46)).toBe('Next in about 56 s.');
  expect(next({}, 31)).toBe('The next one is due.');
  expect(next({ paused: true }, 10)).toBeNull();
  expect(next({}, 10, 'daily_quota_exhausted')).toBeNull();
  expect(nextMessage({ refresh, state: 'ok' }, null, noon)).toBeNull();
});

test('one request a day is in the singular', () => {
  expect(message({ ...refresh, actual_s: 86_400, cost: 1, limited_by: 'daily' })).toMatch(
    /: 1 request a day\.$/,
  );
});

test('a cost above the daily quota is given for an hour', () => {
  expect(message(refresh, 'ok', { ...unknown, limit: 5000 })).toMatch(/ 360 requests an hour\.$/);
});

test('refreshing is on hold while a quota is used up', () => {
  expect(message({ ...refresh, actual_s: 86_400, limited_by: 'daily' }, 'daily_quota_exhausted')).toBe(
    'On hold until the daily quota resets. Sightline checks every 15 min whether it has.',
  );
});

test('the message has the configured reset while refreshing is on hold', () => {
  const configured = {
    ...unknown,
    resets_at: '2026-11-30T23:00:00.000Z',
    resets_at_local: '2026-12-01 00:00 Europe/Berlin',
  };
  expect(message(refresh, 'monthly_quota_exhausted', configured)).toBe(
    'On hold until the monthly quota resets on 2026-12-01 at 00:00 (Europe/Berlin), in 10 d. Sightline checks every 15 min whether it has.',
  );
});

test('row 91: refreshing is on hold while it is unknown how many requests are left', () => {
  expect(message({ ...refresh, actual_s: 86_400, limited_by: 'monthly' }, 'quota_unknown')).toBe(
    'On hold until the API says how many requests are left. Sightline asks at least every 15 min.',
  );
});

test('row 77: the message of a pause by all viewers', () => {
  expect(message({ ...refresh, wanted_s: null, actual_s: 900, paused: true })).toBe(
    'Paused by all viewers until one of them resumes or all leave.',
  );
});

test('the message has the reserved requests', () => {
  expect(reserveMessage({ daily: 500, monthly: 15_000 })).toBe(
    'Reserved for others: 500 of today’s requests, 15,000 of this month’s.',
  );
  expect(reserveMessage({ daily: null, monthly: 1 })).toBe('Reserved for others: 1 of this month’s.');
  expect(reserveMessage({ daily: null, monthly: null })).toBeNull();
});
