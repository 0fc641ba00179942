import { expect, test } from 'vitest';
import { nextInGrid } from './arrow-key-grid';

const grid = [['a', 'a2'], ['b'], ['c', 'c2']];

test.each([
  ['a', 'ArrowDown', 'b'],
  ['b', 'ArrowUp', 'a'],
  ['a', 'ArrowRight', 'a2'],
  ['a2', 'ArrowLeft', 'a'],
  ['a2', 'ArrowDown', 'b'],
  ['a2', 'End', 'c2'],
  ['c', 'Home', 'a'],
  ['c', 'ArrowDown', null],
  ['a', 'ArrowUp', null],
  ['a2', 'ArrowRight', null],
  ['a', 'Enter', null],
  ['gone', 'ArrowDown', null],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(nextInGrid(grid, from, key)).toBe(to);
});
