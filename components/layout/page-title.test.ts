import { expect, test } from 'vitest';
import { downMark } from './page-title';

test('the mark says how many are down, and nothing when none is or nobody knows', () => {
  const inventory = { state: 'complete' as const, read: 10, total: 10, missing: null, down: 3 };
  expect(downMark(inventory)).toBe('(3) ');
  expect(downMark({ ...inventory, down: 1204 })).toBe('(1,204) ');
  expect(downMark({ ...inventory, state: 'reading' })).toBe('(3+) ');
  expect(downMark({ ...inventory, down: 0 })).toBe('');
  expect(downMark({ ...inventory, state: 'incomplete' })).toBe('(3+) ');
  expect(downMark(null)).toBe('');
});
