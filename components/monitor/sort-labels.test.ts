import { expect, test } from 'vitest';
import { defaultOrderOf, inventorySorts, type SortOrder } from '@/lib/contract/list-layout';
import { sortMessage } from './sort-labels.ts';

const orders: readonly SortOrder[] = ['asc', 'desc'];

test('each sort has a text of its own for each order, and without an order that of its default', () => {
  const messages = inventorySorts.flatMap((sort) => orders.map((order) => sortMessage(sort, order)));
  expect(new Set(messages).size).toBe(2 * inventorySorts.length);
  for (const sort of inventorySorts) expect(sortMessage(sort)).toBe(sortMessage(sort, defaultOrderOf(sort)));
});

test('a text continues the line "54 monitors", with a comma or with "by"', () => {
  for (const sort of inventorySorts)
    for (const order of orders) expect(sortMessage(sort, order)).toMatch(/^(, \w| by \w)/);
});

test('only the order that users do not expect is named after "by"', () => {
  expect(sortMessage('name')).toBe(' by name');
  expect(sortMessage('name', 'desc')).toBe(' by name, descending');
});
