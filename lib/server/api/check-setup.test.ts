import { expect, test } from 'vitest';
import { costOf } from './check-setup';

test('the cost of reading the list is printed in requests, and how often the daily quota is enough for it', () => {
  expect(costOf(1234, { dailyLimit: 5000 })).toBe(
    'Reading the list costs 13 requests: the daily quota is enough for 384 times.',
  );
  expect(costOf(0, {})).toBe('Reading the list costs 1 request.');
});
