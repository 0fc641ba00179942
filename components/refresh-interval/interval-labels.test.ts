import { expect, test } from 'vitest';
import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { Refresh, UsageState } from '@/lib/contract/usage';
import { priceMessage } from './actual-interval-message';
import { intervalLabel, refreshStatus, slowedInterval } from './interval-labels';

test('the message of an interval has its cost', () => {
  const price = (
    choice: RefreshInterval,
    cost: number,
    daily: number | null,
    monthly: number | null = null,
  ) => {
    const counter = { remaining: null, resets_at: null, resets_at_local: null, runs_out_at: null };
    const refresh: Refresh = {
      ...{ wanted_s: 30, actual_s: 30, cost, limited_by: null, paused: false, viewers: 1 },
      reserve: { daily: null, monthly: null },
    };
    return priceMessage(choice, {
      refresh,
      daily: { ...counter, limit: daily },
      monthly: { ...counter, limit: monthly },
    });
  };
  expect(price('60', 3, 5000, 100_000), 'enough for each day, but not for the month').toBe(
    'over 100,000 a month: slowed down when needed',
  );
  expect(price('30', 3, 50_000)).toBe('3 requests × 2,880 = 8,640 a day of 50,000');
  expect(price('900', 1, null)).toBe('1 request × 96 = 96 a day');
  expect(price('30', 6, 5000)).toBe('over 5,000 a day: slowed down when needed');
  expect(price('off', 3, 50_000)).toBe('no requests');
});

test('each choice has a label', () => {
  expect(intervalLabel('60')).toBe('Every 1 min');
  expect(intervalLabel('off')).toBe('Paused');
});

test('an interval that is extended by the quota has the actual one as label', () => {
  const usage = (actual_s: number, wanted_s: number | null = 30, state: UsageState = 'ok') => ({
    state,
    refresh: {
      wanted_s,
      actual_s,
      cost: 10,
      limited_by: 'daily' as const,
      paused: false,
      viewers: 1,
      reserve: { daily: 500, monthly: null },
    },
  });
  expect(slowedInterval('30', usage(3600))).toBe('every 1 h');
  expect(slowedInterval('30', usage(34))).toBe('every 34 s');
  expect(slowedInterval('30', usage(102))).toBe('every 1 min 42 s');
  expect(slowedInterval('30', usage(86_400, 30, 'daily_quota_exhausted'))).toBe('on hold');
  expect(slowedInterval('30', usage(86_400, 30, 'quota_unknown'))).toBe('on hold');
  expect(slowedInterval('30', usage(30))).toBeNull();
  expect(slowedInterval('900', usage(34))).toBeNull();
  expect(slowedInterval('off', usage(3600))).toBeNull();
  expect(slowedInterval('30', usage(900, null))).toBeNull();
  expect(slowedInterval('30', undefined)).toBeNull();
  expect(refreshStatus('30', usage(102))).toBe('Auto-refresh every 1 min 42 s');
  expect(refreshStatus('30', usage(30))).toBe('Auto-refresh every 30 s');
  expect(refreshStatus('off', usage(102))).toBe('Auto-refresh paused');
});
