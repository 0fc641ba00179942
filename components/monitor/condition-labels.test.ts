import { expect, test } from 'vitest';
import { conditionLabel } from '@/lib/text/condition-label';
import { conditionAge, pastConditionLabel } from './condition-labels';

const at = '2026-11-20T20:21:00.000Z';
const now = Date.parse(at);
const monitor = {
  last_status: 'up',
  created_at: '2026-11-17T20:21:00Z',
  observed_since: at,
  changed_after: null,
} as const;

test.each([
  ['2026-11-20T20:05:00.000Z', 'over 16 min'],
  ['2026-11-20T20:20:00.000Z', 'over 1 min'],
  ['2026-11-20T20:20:01.000Z', 'just seen'],
  ['2026-11-20T20:22:00.000Z', 'just seen'],
  ['2026-11-18T20:22:00.000Z', 'over 1 d'],
])('first seen at %s, at 20:21: %s', (observed_since, label) => {
  expect(conditionAge({ ...monitor, condition: 'down', observed_since }, now)).toBe(label);
});

test.each([
  ['2026-11-20T20:01:00.000Z', '2026-11-20T20:03:10.000Z', '17–20 min'],
  ['2026-11-20T20:20:59.600Z', '2026-11-20T20:20:59.800Z', '0 s'],
])('seen in another condition at %s and down at %s: %s', (changed_after, observed_since, label) => {
  expect(conditionAge({ ...monitor, condition: 'down', observed_since, changed_after }, now)).toBe(label);
});

test('the label of a monitor that was created a moment ago is "just added"', () => {
  const created_at = '2026-11-20T20:15:00.000Z';
  expect(conditionAge({ ...monitor, created_at, condition: 'up' }, now)).toBe('just added');
});

test('an overdue monitor has an exact duration since its last check', () => {
  const observed_since = '2026-11-20T20:00:00.000Z';
  expect(conditionAge({ ...monitor, condition: 'overdue', observed_since }, now)).toBe('21 min');
});

test('a monitor that was never checked has an exact duration since its creation', () => {
  const pending = { ...monitor, condition: 'pending' } as const;
  expect(conditionAge({ ...pending, observed_since: pending.created_at }, now)).toBe('3 d');
  const observed_since = '2026-11-20T20:05:00.000Z';
  expect(
    conditionAge({ ...pending, created_at: null, observed_since }, now),
    'the creation is unknown, so that it is at least as old as it was observed',
  ).toBe('over 16 min');
});

test.each([
  ['degraded', 'Unknown: degraded'],
  ['up', 'Unknown'],
  [null, 'Unknown'],
  [' \u200B', 'Unknown'],
])('row 28: unknown with the status %j: %s', (last_status, label) => {
  expect(conditionLabel({ condition: 'unknown', last_status })).toBe(label);
});

test('a past condition has a label in the past tense', () => {
  expect(pastConditionLabel({ condition: 'down', last_status: 'down' })).toBe('Was down');
  expect(pastConditionLabel({ condition: 'pending', last_status: null })).toBe('Was never checked');
  expect(pastConditionLabel({ condition: 'unknown', last_status: 'Odd' })).toBe('Was unknown: Odd');
});
