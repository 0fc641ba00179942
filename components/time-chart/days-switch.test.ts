import { expect, test } from 'vitest';
import { rangeName } from './days-switch';

test('a range is not longer than the kept history', () => {
  expect([rangeName(1, 30), rangeName(7, 30), rangeName(30, 30)]).toEqual(['24 hours', '7 days', '30 days']);
  expect([rangeName(7, 1), rangeName(30, 20), rangeName(30, 400)]).toEqual([
    '24 hours',
    '20 days',
    '30 days',
  ]);
});
