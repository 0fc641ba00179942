import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveColumn, orderColumns } from './column-order';

const usual = ['condition', 'name', 'type', 'target'];

test.each([
  [[], usual],
  [['target'], ['target', 'condition', 'name', 'type']],
  [
    ['type', 'name', 'target', 'condition'],
    ['type', 'name', 'target', 'condition'],
  ],
  [
    ['retired', 'name', 'name'],
    ['name', 'condition', 'type', 'target'],
  ],
])('%j', (chosen, order) => {
  expect(orderColumns(usual, chosen)).toEqual(order);
});

test('every column is there once, whatever is stored', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...usual), fc.string())), (chosen) => {
      expect(orderColumns(usual, chosen).toSorted()).toEqual(usual.toSorted());
    }),
  );
});

test('a column moves by one place and stays at the ends', () => {
  expect(moveColumn(usual, 'name', -1)).toEqual(['name', 'condition', 'type', 'target']);
  expect(moveColumn(usual, 'name', 1)).toEqual(['condition', 'type', 'name', 'target']);
  expect(moveColumn(usual, 'condition', -1)).toEqual(usual);
  expect(moveColumn(usual, 'target', 1)).toEqual(usual);
  expect(moveColumn(usual, 'unknown', 1)).toEqual(usual);
});

test('there and back again', () => {
  fc.assert(
    fc.property(fc.constantFrom('name', 'type'), fc.constantFrom(-1 as const, 1 as const), (id, step) => {
      expect(moveColumn(moveColumn(usual, id, step), id, step === 1 ? -1 : 1)).toEqual(usual);
    }),
  );
});
