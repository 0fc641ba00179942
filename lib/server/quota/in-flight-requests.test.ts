import { expect, test } from 'vitest';
import { begin, inFlightSchema, settle } from './in-flight-requests.ts';

const noRequests = inFlightSchema.parse({});

test('a response that arrives before that of an older request settles its own request', () => {
  const both = begin(begin(noRequests, 1000), 5000);
  const { request, inFlight } = settle(both, 2, true, 5100);
  expect(request).toEqual({ order: 2, sentAt: 5000 });
  expect(inFlight.requests).toEqual([{ order: 1, sentAt: 1000 }]);
});

test('settling a request that is not in flight throws', () => {
  expect(() => settle(begin(noRequests, 0), 2, true, 0)).toThrow('a response without a request');
});
