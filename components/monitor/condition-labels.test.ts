import { expect, test } from 'vitest';
import { downLabel, silentLabel } from './condition-labels';

const asOf = '2026-11-20T20:21:00.000Z';

test.each([
  ['2026-11-20T20:05:00.000Z', 'Down ≥ 16 min'],
  ['2026-11-20T20:20:30.000Z', 'Down'],
  ['2026-11-20T20:22:00.000Z', 'Down'],
])('seen down since %s and read at 20:21: %s, however late it is', (since, words) => {
  expect(downLabel(since, asOf)).toBe(words);
});

test('silence is counted to the last reading, too', () => {
  expect(silentLabel('2026-11-20T20:00:00Z', asOf, false)).toBe('Silent 21 min');
  expect(silentLabel('2026-11-20T18:00:00Z', asOf, true)).toBe('Last seen up, but silent for 2 h');
});
