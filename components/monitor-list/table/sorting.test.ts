import { expect, test } from 'vitest';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/inventory-sorts';
import { monitorColumns } from './columns';
import { fromSortingState, sortHint, toSortingState } from './sorting';

test.each([
  ['name', 'Name', 'asc', 'Sort by name, ascending'],
  ['name', 'Name', 'desc', 'Sort by name, descending'],
  ['name', 'Name', false, 'Sort by what needs attention first'],
  ['last_check_at', 'Last check', 'desc', 'Sort by last check, descending'],
  ['condition', 'Condition', 'asc', 'Sort by what needs attention first'],
  ['condition', 'Condition', 'desc', 'Sort by what needs attention last'],
  ['condition', 'Condition', false, 'Sort by what needs attention first'],
] as const)('%s (%s), next %s: %s', (id, label, next, hint) => {
  expect(sortHint(id, label, next)).toBe(hint);
});

test('the address says the same after a way through the table’s state', () => {
  for (const sort of inventorySorts) {
    const usual = defaultOrderOf(sort);
    const other = usual === 'asc' ? 'desc' : 'asc';
    expect(fromSortingState(toSortingState(sort, null))).toEqual({ sort, order: null });
    expect(fromSortingState(toSortingState(sort, usual))).toEqual({ sort, order: null });
    expect(fromSortingState(toSortingState(sort, other))).toEqual({ sort, order: other });
  }
});

test('no sorting is the order people land in', () => {
  expect(fromSortingState([])).toEqual({ sort: 'attention', order: null });
  expect(toSortingState(null, null)).toEqual([]);
});

test('every order of the list is that of one column', () => {
  const sortable = monitorColumns.filter(({ enableSorting }) => enableSorting).map(({ id }) => id);
  expect(inventorySorts.map((sort) => toSortingState(sort, null)[0]?.id).toSorted()).toEqual(
    sortable.toSorted(),
  );
});
