import { expect, test } from 'vitest';
import { missingMessage } from './missing-message';

test('the message says how many are missing, why, and what that means', () => {
  expect(missingMessage({ count: 1, reason: 'malformed_rows' })).toBe(
    '1 is missing: the API sends what breaks its own specification. Counts, search and export lack it; the page of a missing monitor can still be opened.',
  );
  expect(missingMessage({ count: 1204, reason: 'page_failed' })).toMatch(
    /^1,204 are missing: a page of the list cannot be read from the API\. Counts, search and export lack them;/,
  );
});
