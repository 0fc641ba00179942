import { expect, test } from 'vitest';
import { learnedMessage } from './resets-explained';
import { historyOf, noon, usageOf } from './usage.fixtures';

const words = (given: Parameters<typeof usageOf>[0], quota: 'daily' | 'monthly' = 'daily') =>
  learnedMessage(usageOf(given), quota, noon, 'UTC');

test('before a reset was seen', () => {
  expect(words({})).toBe('Day: nothing yet. Since 10:00 UTC the counter has only gone down.');
  expect(words({ spent_elsewhere: { since: null, daily: 0, monthly: 0 } }, 'monthly')).toBe(
    'Month: nothing yet, no counter has been seen.',
  );
});

test('one reset seen, between two answers', () => {
  expect(words({ history: historyOf([30, 10], [15, 5000]) })).toBe(
    'Day: the counter went back up between 11:30 UTC and 11:45 UTC. A second time will tell whether it does so every day.',
  );
});

test('the boundary known', () => {
  const daily = { limit: 5000, remaining: 1, resets_at: '2026-11-21T02:00:00.000Z', runs_out_at: null };
  expect(words({ daily })).toBe('Day: the next one begins about 21 Nov, 02:00 UTC.');
});
