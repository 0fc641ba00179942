import { expect, test } from 'vitest';
import { rejectionOfClientError } from './rejection';

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_INVALID_METHOD', 400],
  [undefined, 400],
])('a connection that fails with %s gets %d', (code, status) => {
  expect(rejectionOfClientError(code, 'a.example').status).toBe(status);
});
