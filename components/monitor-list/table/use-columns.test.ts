import { expect, test } from 'vitest';
import { columnNames, defaultColumns } from '@/lib/contract/list-layout';
import { placeColumns, shownColumns } from './use-columns';

test('a wide window shows the last day, unless the user has chosen columns', () => {
  expect(shownColumns(null)).toEqual(defaultColumns);
  expect(shownColumns(null, true)).toEqual([...defaultColumns, 'last_24h']);
  expect(shownColumns([...defaultColumns], true)).toEqual(defaultColumns);
});

test.each([
  [
    ['condition', 'name', 'type'],
    ['condition', 'name', 'type'],
  ],
  [
    ['type', 'name'],
    ['condition', 'type', 'name'],
  ],
  [
    ['-name', '-type', 'condition', 'lost', 'type'],
    ['name', 'type', 'condition'],
  ],
  [[], ['condition', 'name']],
])('of %j, %j are shown: those that cannot be hidden too, and no unknown ones', (columns, shown) => {
  expect(shownColumns(columns)).toEqual(shown);
  expect(new Set(placeColumns(columns, false).map(({ id }) => id))).toEqual(new Set(columnNames));
});
