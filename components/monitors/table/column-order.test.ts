import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveColumn } from './column-order';

const ids = ['condition', 'name', 'type', 'target'];

test('a column moves by one place and stays at the ends', () => {
  expect(moveColumn(ids, 'name', -1)).toEqual(['name', 'condition', 'type', 'target']);
  expect(moveColumn(ids, 'name', 1)).toEqual(['condition', 'type', 'name', 'target']);
  expect(moveColumn(ids, 'condition', -1)).toEqual(ids);
  expect(moveColumn(ids, 'target', 1)).toEqual(ids);
  expect(moveColumn(ids, 'unknown', 1)).toEqual(ids);
});

test('there and back again', () => {
  fc.assert(
    fc.property(fc.constantFrom('name', 'type'), fc.constantFrom(-1 as const, 1 as const), (id, step) => {
      expect(moveColumn(moveColumn(ids, id, step), id, step === 1 ? -1 : 1)).toEqual(ids);
    }),
  );
});
