import { expect, test } from 'vitest';
import { begin, noRequests, settle } from './in-flight-requests.ts';

test('an answer that overtook an older request lands its own', () => {
  const both = begin(begin(noRequests, 1000), 5000);
  const { request, inFlight } = settle(both, 2, true, 5100);
  expect(request).toEqual({ order: 2, sentAt: 5000 });
  expect(inFlight.requests).toEqual([{ order: 1, sentAt: 1000 }]);
});

test('an answer to what is not in flight is a mistake of the caller', () => {
  expect(() => settle(begin(noRequests, 0), 2, true, 0)).toThrow('an answer without a request');
});
