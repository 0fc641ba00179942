import { expect, test } from 'vitest';
import { sortMessage } from './sort-labels.ts';

test.each([
  ['attention', 'asc', ', most urgent first'],
  ['attention', 'desc', ', least urgent first'],
  ['relevance', 'asc', ', best match first'],
  ['name', 'asc', ' by name'],
  ['name', 'desc', ' by name, descending'],
  ['created_at', 'desc', ', newest first'],
  ['last_response_time_ms', 'asc', ', fastest first'],
  ['interval', 'asc', ', shortest interval first'],
] as const)('the list sorted by %s, %s, is described as "%s"', (sort, order, message) => {
  expect(sortMessage(sort, order)).toBe(message);
});
