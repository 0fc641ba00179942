import { expect, test } from 'vitest';
import type { Refresh } from '@/lib/contract/usage';
import { actualIntervalMessage } from './actual-interval-message';

const refresh: Refresh = {
  wanted_s: 30,
  actual_s: 30,
  cost: 3,
  limited_by: null,
  paused: false,
  viewers: 1,
};

test('how often the monitors are read, and why not more often', () => {
  expect(actualIntervalMessage(refresh)).toMatch(/^Read every 30 s for one viewer/);
  expect(actualIntervalMessage({ ...refresh, actual_s: 60, cost: 6 })).toBe(
    'Read every 1 min instead of 30 s: the last reading took more requests than it should.',
  );
  expect(actualIntervalMessage({ ...refresh, actual_s: 60, limited_by: 'daily' })).toMatch(
    /^Read every 1 min instead of 30 s, so/,
  );
});

test('row 77: a pause of everybody says that nothing is read', () => {
  expect(actualIntervalMessage({ ...refresh, wanted_s: null, actual_s: 900, paused: true })).toBe(
    'Paused by everybody who looks: nothing is read until somebody resumes or all have left.',
  );
});
