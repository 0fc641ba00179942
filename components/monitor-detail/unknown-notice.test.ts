import { expect, test } from 'vitest';
import { unknownMessage } from './unknown-notice';

test('the notice names the fields, and says that the others are as they were sent', () => {
  expect(unknownMessage({ unknown_fields: [] })).toBeNull();
  expect(unknownMessage({ unknown_fields: ['interval'] })).toBe(
    'Unknown: interval. The API’s value is missing or doesn’t match its specification; everything else is as the API sent it.',
  );
  expect(unknownMessage({ unknown_fields: ['regions', 'last_check_at', 'target'] })).toMatch(
    /^Unknown: regions, last check and target\. The API’s values are missing or don’t match/,
  );
});
