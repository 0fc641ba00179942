import { expect, test } from 'vitest';
import { missingMessage } from './missing-message';

test('the message says how many are missing, why, and what that means', () => {
  expect(missingMessage({ count: 1, reason: 'malformed_rows', kept: 0 })).toBe(
    '1 is missing: the API sends what breaks its own specification. Counts, search and export lack it; the page of a missing monitor can still be opened.',
  );
  expect(missingMessage({ count: 1204, reason: 'page_failed', kept: 0 })).toMatch(
    /^1,204 are missing: a page of the list cannot be read from the API\. Counts, search and export lack them;/,
  );
});

test('what is shown as it was read before is not said to be absent from the list', () => {
  expect(missingMessage({ count: 1, reason: 'malformed_rows', kept: 1 })).toBe(
    '1 is missing: the API sends what breaks its own specification. The list shows it as read before.',
  );
  expect(missingMessage({ count: 12, reason: 'page_failed', kept: 2 })).toBe(
    '12 are missing: a page of the list cannot be read from the API. The list shows 2 of them as read before. Counts, search and export lack the others; the page of a missing monitor can still be opened.',
  );
});
