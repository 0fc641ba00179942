import { expect, test } from 'vitest';
import { stepIn } from './walk';

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
  expect(stepIn(grid, from, key)).toBe(to);
});
