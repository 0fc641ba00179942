import { expect, test } from 'vitest';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/list-layout';
import { monitorColumns } from './columns';
import { fromSortingState, sortHint, toSortingState } from './sorting';

test.each([
  ['name', 'Name', 'asc', 'Sort by name, ascending'],
  ['name', 'Name', 'desc', 'Sort by name, descending'],
  ['name', 'Name', false, 'Sort: most urgent first'],
  ['last_check_at', 'Last check', 'desc', 'Sort by last check, descending'],
  ['condition', 'Condition', 'asc', 'Sort: most urgent first'],
  ['condition', 'Condition', 'desc', 'Sort: least urgent first'],
  ['condition', 'Condition', false, 'Sort: most urgent first'],
] as const)('the hint of column %s (%s) with the next order %s is "%s"', (id, label, next, hint) => {
  expect(sortHint(id, label, next)).toBe(hint);
});

test('a round trip through the table’s state keeps sort and order; the default order becomes null', () => {
  for (const sort of inventorySorts) {
    const defaultOrder = defaultOrderOf(sort);
    const other = defaultOrder === 'asc' ? 'desc' : 'asc';
    expect(fromSortingState(toSortingState(sort, null))).toEqual({ sort, order: null });
    expect(fromSortingState(toSortingState(sort, defaultOrder))).toEqual({ sort, order: null });
    expect(fromSortingState(toSortingState(sort, other))).toEqual({ sort, order: other });
  }
});

test('an empty sorting state means the default sort, and no sort gives an empty state', () => {
  expect(fromSortingState([])).toEqual({ sort: 'attention', order: null });
  expect(toSortingState(null, null)).toEqual([]);
});

test('every sort except relevance belongs to one column', () => {
  const sortable = monitorColumns.filter(({ enableSorting }) => enableSorting).map(({ id }) => id);
  const sorts = inventorySorts.filter((sort) => sort !== 'relevance');
  expect(sorts.map((sort) => toSortingState(sort, null)[0]?.id).toSorted()).toEqual(sortable.toSorted());
});
