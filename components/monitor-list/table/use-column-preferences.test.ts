import { expect, test } from 'vitest';
import { hiddenByDefault } from './columns';
import { hiddenIds, toHiddenColumns, withColumnAt } from './use-column-preferences';

test.each([
  ['b', 'd', 'acdb'],
  ['c', 'a', 'cabd'],
  ['a', 'b', 'bacd'],
  ['d', 'c', 'abdc'],
  ['b', 'b', 'abcd'],
  ['b', 'lost', 'abcd'],
  ['lost', 'b', 'abcd'],
])('%s moved to the place of %s gives %s', (id, other, expected) => {
  expect(withColumnAt([...'abcd'], id, other)).toEqual([...expected]);
});

test('columns of settings are hidden for users who chose their columns before these existed', () => {
  expect(hiddenIds(null, false)).toEqual(hiddenByDefault);
  expect(hiddenIds(['type'], false)).toEqual(expect.arrayContaining(['type', 'timeout_ms', 'description']));
  const shown = hiddenIds(['type'], false).filter((id) => id !== 'timeout_ms');
  expect(toHiddenColumns(shown)).toEqual(['type', '+timeout_ms']);
  expect(hiddenIds(toHiddenColumns(shown), false).toSorted()).toEqual(shown.toSorted());
  expect(toHiddenColumns(hiddenIds(['type'], false))).toEqual(['type']);
});

test('a wide window shows the last day, unless the user has chosen columns', () => {
  const hidden = hiddenByDefault.filter((id) => id !== 'last_24h');
  expect(hiddenIds(null, true)).toEqual(hidden);
  expect(hiddenIds(['type'], true)).toContain('last_24h');
});
