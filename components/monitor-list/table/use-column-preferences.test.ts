import { expect, test } from 'vitest';
import { withColumnAt } from './use-column-preferences';

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
