import { expect, test } from 'vitest';
import { resetsMessage } from './resets-note';
import { historyOf, noon, usageOf } from './usage.fixtures';

const message = (given: Parameters<typeof usageOf>[0], quota: 'daily' | 'monthly' = 'daily') =>
  resetsMessage(usageOf(given), quota, noon, 'UTC');

test('the note says that no reset was observed yet', () => {
  expect(message({})).toBe('Day: no reset seen since 10:00 UTC.');
  expect(message({ spent_elsewhere: { since: null, daily: 0, monthly: 0 } }, 'monthly')).toBe(
    'Month: no data yet.',
  );
});

test('the note has the interval of one observed reset', () => {
  expect(message({ history: historyOf([30, 10], [15, 5000]) })).toBe(
    'Day: reset seen between 11:30 UTC and 11:45 UTC. One more is needed to confirm the daily time.',
  );
});

test('the note has a known reset time', () => {
  const daily = {
    limit: 5000,
    remaining: 1,
    resets_at: '2026-11-21T02:00:00.000Z',
    resets_at_local: null,
    runs_out_at: null,
  };
  expect(message({ daily })).toBe('Day: next reset around 21 Nov, 02:00 UTC.');
});
