import { expect, test } from 'vitest';
import { beginningOf } from './since';

const monitor = {
  condition: 'down',
  last_status: 'down',
  created_at: '2026-11-01T10:00:00.000Z',
  observed_since: '2026-11-20T14:07:30.000Z',
  changed_after: '2026-11-20T13:59:10.000Z',
} as const;
const now = Date.parse('2026-11-20T15:00:00.000Z');

test.each([
  [{}, 'Went down between 13:59 and 14:07 UTC'],
  [{ changed_after: '2026-11-20T14:07:02.000Z' }, 'Went down at 14:07 UTC'],
  [{ condition: 'up', last_status: 'up' }, 'Came up between 13:59 and 14:07 UTC'],
  [{ changed_after: null }, 'Down when first seen, 14:07 UTC'],
  [{ condition: 'overdue', observed_since: '2026-11-20T14:06:00.000Z' }, 'No check since 14:06 UTC'],
  [{ condition: 'pending', observed_since: '2026-11-01T10:00:00.000Z' }, 'Created 1 Nov, 10:00 UTC'],
] as const)('%j: %s', (fields, text) => {
  expect(beginningOf({ ...monitor, ...fields }, now, 'UTC')).toBe(text);
});

test('a condition that began on an earlier day has its date, and two dates if it may have begun before or after midnight', () => {
  const tomorrow = now + 86_400_000;
  expect(beginningOf(monitor, tomorrow, 'UTC')).toBe('Went down on 20 Nov between 13:59 and 14:07 UTC');
  const midnight = { changed_after: '2026-11-19T23:50:00.000Z', observed_since: '2026-11-20T00:10:00.000Z' };
  expect(beginningOf({ ...monitor, ...midnight }, now, 'UTC')).toBe(
    'Went down between 19 Nov, 23:50 and 20 Nov, 00:10 UTC',
  );
});
