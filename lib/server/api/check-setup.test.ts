import { expect, test } from 'vitest';
import { costsOf } from './check-setup';

test('the cost of an interval is printed in requests a day, and as a share of the daily quota', () => {
  expect(costsOf(1234, { dailyLimit: 5000 })).toEqual([
    'Refreshing every 1 min costs 18,720 requests a day, 374 % of the daily quota: Sightline will refresh less often.',
    'Refreshing every 5 min costs 3,744 requests a day, 75 % of the daily quota.',
  ]);
  expect(costsOf(0, {})[0]).toBe('Refreshing every 1 min costs 1,440 requests a day.');
});
