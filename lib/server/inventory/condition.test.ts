import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionOf } from './condition';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const healthy = { is_active: true, last_status: 'up', last_check_at: ago(10), interval: 60 };

test('the first rule that holds decides', () => {
  expect(conditionOf({ ...healthy, is_active: false, last_status: 'down' }, now)).toBe('inactive');
  expect(conditionOf({ ...healthy, last_status: 'down', last_check_at: ago(9999) }, now)).toBe('down');
  expect(conditionOf({ ...healthy, last_status: null, last_check_at: null }, now)).toBe('pending');
  expect(conditionOf(healthy, now)).toBe('up');
});

test('silence longer than three intervals and a minute is overdue, not a moment before', () => {
  expect(conditionOf({ ...healthy, last_check_at: ago(240) }, now)).toBe('up');
  expect(conditionOf({ ...healthy, last_check_at: ago(240.001) }, now)).toBe('overdue');
});

test('a check in the future has age zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 86_400 }),
      (ahead, interval) => {
        expect(conditionOf({ ...healthy, interval, last_check_at: ago(-ahead) }, now)).toBe('up');
      },
    ),
  );
});

test('a status the spec does not know is not down', () => {
  expect(conditionOf({ ...healthy, last_status: 'paused' }, now)).toBe('up');
});
