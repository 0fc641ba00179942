import { expect, test } from 'vitest';
import { olderMessage } from './use-changes-feed';

test('the announcement says how many older changes were added', () => {
  expect(olderMessage({ added: 100, count: 1200, hasMore: true })).toBe(
    '100 older changes are shown, 1,200 in all.',
  );
  expect(olderMessage({ added: 1, count: 101, hasMore: false })).toBe('1 older change is shown, 101 in all.');
  expect(olderMessage({ added: 0, count: 100, hasMore: true })).toBe('No older changes were found yet.');
  expect(olderMessage({ added: 0, count: 100, hasMore: false })).toBe('There are no older changes.');
});
