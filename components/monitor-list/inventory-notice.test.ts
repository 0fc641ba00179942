import { expect, test } from 'vitest';
import { estimateLabel, secondsLeft } from './inventory-notice';
import { missingMessage } from './missing-message';

test('the remaining time is estimated from the mean speed so far', () => {
  expect(secondsLeft({ read: 500, total: 1000 }, 4000)).toBe(4);
  expect(secondsLeft({ read: 100, total: 1000 }, 4000)).toBe(36);
  expect(secondsLeft({ read: 0, total: 1000 }, 4000)).toBeNull();
});

test.each([
  [-3, 'almost done'],
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
