import { expect, test } from 'vitest';
import { partOfName, suggestNameParts } from './name-parts.ts';

test.each([
  ['Checkout - API - production', ' - ', 'before', 'Checkout'],
  ['Checkout - API - production', ' - ', 'after', 'production'],
  ['Checkout', ' - ', 'before', ''],
  ['Checkout', ' - ', 'after', ''],
  ['/health', '/', 'before', ''],
  ['a/', '/', 'after', ''],
  ['Checkout', null, 'before', 'Checkout'],
] as const)('of %j, %j divides off %s: %j', (name, separator, part, expected) => {
  expect(partOfName(name, separator, part)).toBe(expected);
});

const names = (count: number, nameOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => nameOf(n));

test('suggests the parts that divide the names into groups, those with a deliberate separator first', () => {
  const shops = names(60, (n) => `shop-${n} / ${['production', 'staging', 'test'][n % 3]}`);
  expect(suggestNameParts(shops)[0]).toEqual({
    separator: ' / ',
    part: 'after',
    groups: 3,
    example: 'production',
  });
});

test('suggests no part that puts each monitor into a group of its own, or all into one group', () => {
  expect(suggestNameParts(names(50, (n) => `node${n}`))).toEqual([]);
  expect(suggestNameParts(names(50, (n) => `node ${n}`))).toEqual([]);
  expect(suggestNameParts([])).toEqual([]);
});

test('suggests no part that only a few names have', () => {
  const few = [...names(90, (n) => `node${n}`), ...names(10, (n) => `a${n % 2} / b`)];
  expect(suggestNameParts(few)).toEqual([]);
});
