import { expect, test } from 'vitest';
import { inventoryOf } from '@/lib/client/monitor-list.fixtures';
import { downMark } from './page-title';

test('the mark is the number of down monitors, and empty when it is zero or unknown', () => {
  const inventory = inventoryOf(3);
  expect(downMark(inventory)).toBe('(3) ');
  expect(downMark(inventoryOf(1204))).toBe('(1,204) ');
  expect(downMark({ ...inventory, state: 'reading' })).toBe('(3+) ');
  expect(downMark(inventoryOf(0))).toBe('');
  expect(downMark({ ...inventory, state: 'incomplete' })).toBe('(3+) ');
  expect(downMark(null)).toBe('');
});
