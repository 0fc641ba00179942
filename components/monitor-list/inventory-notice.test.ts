import { expect, test } from 'vitest';
import { estimateLabel, type Progress, secondsLeft, withProgress } from './inventory-notice';
import { missingMessage } from './missing-message';

const progressOf = (...pairs: [at: number, read: number][]): readonly Progress[] =>
  pairs.reduce<readonly Progress[]>((seen, [at, read]) => withProgress(seen, { at, read }), []);

test('the remaining time is estimated from the speed so far', () => {
  const seen = progressOf([0, 100], [2000, 300], [4000, 500]);
  expect(secondsLeft(seen, 1000, 4000)).toBe(5);
  expect(secondsLeft(seen, 1000, 7000)).toBe(2);
  expect(secondsLeft(seen, 1000, 60_000)).toBe(0);
});

test('there is no estimate before there was progress', () => {
  expect(secondsLeft([], 1000, 0)).toBeNull();
  expect(secondsLeft(progressOf([0, 100]), 1000, 9000)).toBeNull();
  expect(secondsLeft(progressOf([0, 100], [2000, 100]), 1000, 2000)).toBeNull();
});

test('a response without progress increases the estimate', () => {
  const moving = progressOf([0, 100], [2000, 300]);
  const stalled = withProgress(moving, { at: 10_000, read: 300 });
  expect(secondsLeft(stalled, 1000, 10_000)).toBeGreaterThan(secondsLeft(moving, 1000, 2000) ?? 0);
});

test('a new read resets the measurement', () => {
  expect(progressOf([0, 100], [2000, 300], [4000, 50])).toEqual([{ at: 4000, read: 50 }]);
});

test('the same time counts once, and only the last ten responses count', () => {
  expect(progressOf([0, 100], [0, 200])).toEqual([{ at: 0, read: 100 }]);
  const many = Array.from({ length: 20 }, (_, n): [number, number] => [n * 1000, n]);
  expect(progressOf(...many)).toHaveLength(10);
});

test.each([
  [0, 'almost done'],
  [12.1, 'complete in about 15 s'],
  [20, 'complete in about 20 s'],
  [58, 'complete in about 1 min'],
  [61, 'complete in about 2 min'],
  [5000, 'complete in about 1 h'],
])('%d seconds: %s', (seconds, words) => {
  expect(estimateLabel(seconds)).toBe(words);
});

test('the message has the number of missing monitors, the reason and the consequences', () => {
  expect(missingMessage({ count: 1, reason: 'malformed_rows', kept: 0 })).toBe(
    '1 is missing: the API returned invalid data. Counts, search and export don’t include it; you can still open a missing monitor by its URL.',
  );
  expect(missingMessage({ count: 1204, reason: 'page_failed', kept: 0 })).toMatch(
    /^1,204 are missing: a page of the list couldn’t be loaded\. Counts, search and export don’t include them;/,
  );
});

test('monitors with older data are not reported as absent from the list', () => {
  expect(missingMessage({ count: 1, reason: 'malformed_rows', kept: 1 })).toBe(
    '1 is missing: the API returned invalid data. The list shows older data for it.',
  );
  expect(missingMessage({ count: 12, reason: 'page_failed', kept: 2 })).toBe(
    '12 are missing: a page of the list couldn’t be loaded. The list shows older data for 2 of them. Counts, search and export don’t include the others; you can still open a missing monitor by its URL.',
  );
});
