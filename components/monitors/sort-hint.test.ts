import { expect, test } from 'vitest';
import { sortHint } from './sort-hint';

test.each([
  ['name', 'Name', 'attention', 'asc', 'Sort by name, ascending'],
  ['name', 'Name', 'name', 'asc', 'Sort by name, descending'],
  ['name', 'Name', 'name', 'desc', 'Sort by what needs attention first'],
  ['last_check_at', 'Last check', 'name', 'asc', 'Sort by last check, descending'],
  ['last_check_at', 'Last check', 'last_check_at', 'desc', 'Sort by last check, ascending'],
  ['last_check_at', 'Last check', 'last_check_at', 'asc', 'Sort by what needs attention first'],
  ['attention', 'Condition', 'name', 'asc', 'Sort by what needs attention first'],
  ['attention', 'Condition', 'attention', 'asc', 'Sort by what needs attention last'],
  ['attention', 'Condition', 'attention', 'desc', 'Sort by what needs attention first'],
] as const)('%s (%s), sorted by %s %s: %s', (sort, label, by, order, hint) => {
  expect(sortHint(sort, label, by, order)).toBe(hint);
});
