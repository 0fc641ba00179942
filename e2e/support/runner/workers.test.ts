import { expect, test } from 'vitest';
import { workersFor } from './workers.ts';

const GIB = 2 ** 30;

test.each([
  ['two cores and enough memory', 2, 8 * GIB, 6],
  ['more cores than memory', 16, 8 * GIB, 8],
  ['hardly any memory', 2, GIB / 2, 1],
])('%s', (_, cores, memory, expected) => {
  expect(workersFor(cores, memory)).toBe(expected);
});
