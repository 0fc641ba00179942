import { expect, test } from 'vitest';
import { wallState } from './wall-state';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const now = Date.UTC(2026, 10, 20, 12);
const degraded = { code: 'upstream_timeout', message: '', since: '', retry_at: null } as const;

/** @param age of the data and of the answer, ms */
const state = (
  { age = 0, answerAge = 0, openFor = 60 * MINUTE },
  meta: { interval_s?: number; degraded?: typeof degraded | null } = {},
  code: 'invalid_token' | 'signed_out' | 'invalid_parameter' | 'upstream_timeout' | null = null,
) =>
  wallState({
    wall: {
      meta: {
        view: '',
        refresh_at: '',
        demo: false,
        interval_s: 30,
        degraded: null,
        ...meta,
        as_of: new Date(now - age).toISOString(),
        inventory: { state: 'complete', read: 1, total: 1, missing: null },
      },
    },
    failure: code && { code },
    answeredAt: now - answerAge,
    openedAt: now - openFor,
    now,
  });

test.each([
  [0, 30, 'current'],
  [60, 30, 'current'],
  [61, 30, 'doubtful'],
  // With a short interval, a crawl takes longer than the interval.
  [59, 15, 'current'],
  [600, 300, 'current'],
  [601, 300, 'doubtful'],
  [600, 30, 'doubtful'],
  [601, 30, 'expired'],
  [3000, 300, 'doubtful'],
  [3001, 300, 'expired'],
])('data that is %i s old with an interval of %i s is %s', (age, interval_s, expected) => {
  expect(state({ age: age * SECOND }, { interval_s })).toBe(expected);
});

test('old data of a wall that was just opened counts as current until the first crawl should be over, unless crawls fail', () => {
  const opened = { age: 15 * MINUTE, openFor: 19 * SECOND };
  expect(state(opened)).toBe('current');
  expect(state({ ...opened, openFor: 20 * SECOND })).toBe('expired');
  expect(state(opened, { degraded })).toBe('expired');
});

test('rows are doubtful as soon as the API fails, not because one request of the wall failed', () => {
  expect(state({ age: 30 * SECOND }, { degraded })).toBe('doubtful');
  expect(state({ age: 30 * SECOND, answerAge: 30 * SECOND }, {}, 'upstream_timeout')).toBe('current');
});

test('without an answer for over a minute rows are doubtful, however seldom the list is read, and expire later', () => {
  const seldom = { interval_s: 900 };
  expect(state({ age: 5 * MINUTE, answerAge: 70 * SECOND }, seldom)).toBe('current');
  expect(state({ age: 5 * MINUTE, answerAge: 71 * SECOND }, seldom)).toBe('doubtful');
  expect(state({ age: 11 * MINUTE, answerAge: 11 * MINUTE })).toBe('expired');
});

test('a wall that is closed or has an invalid URL does not show its earlier data', () => {
  expect(state({}, {}, 'invalid_token')).toBe('closed');
  expect(state({}, {}, 'signed_out')).toBe('closed');
  expect(state({}, {}, 'invalid_parameter')).toBe('failed');
});

test('before the first answer it is loading, or has failed', () => {
  const nothing = { wall: undefined, answeredAt: 0, openedAt: now, now };
  expect(wallState({ ...nothing, failure: null })).toBe('loading');
  expect(wallState({ ...nothing, failure: { code: 'not_ready' } })).toBe('loading');
  expect(wallState({ ...nothing, failure: { code: 'api_key_rejected' } })).toBe('failed');
});
