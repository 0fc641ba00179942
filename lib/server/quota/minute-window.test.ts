import { expect, test } from 'vitest';
import {
  begin,
  inFlightSchema,
  minuteAllowance,
  minuteOpensAt,
  minuteWindowSchema,
  type ObservedResponse,
  observeMinute,
  secondsToReset,
  settle,
} from './minute-window.ts';

const unknownMinute = minuteWindowSchema.parse({});
const noRequests = inFlightSchema.parse({});

/** A response at `now` to a request sent at `sentAt`. */
function at(sentAt: number, now: number, sent = now, order = now): ObservedResponse {
  return { request: { order: sent, sentAt }, now, order, isSuccess: true, spent: true };
}

const usage = { rateLimitLimit: 60, rateLimitRemaining: 50, rateLimitReset: 30 };
const observed = observeMinute(unknownMinute, usage, at(1_000, 1_000));

test('a header missing from a response keeps its last value', () => {
  const next = observeMinute(observed, { rateLimitRemaining: 49, rateLimitReset: 29 }, at(2_000, 2_000));
  expect(next).toMatchObject({ limit: 60, current: { remaining: 49 } });
  expect(observeMinute(next, { rateLimitLimit: 90 }, at(3_000, 3_000))).toMatchObject({
    limit: 90,
    current: { remaining: 49 },
  });
});

test('within one window the smaller Remaining wins, in any order of responses', () => {
  const low = { ...usage, rateLimitRemaining: 45, rateLimitReset: 28 };
  const late = { ...usage, rateLimitRemaining: 46, rateLimitReset: 29 };
  const overtaken = observeMinute(observeMinute(observed, low, at(3_000, 3_000)), late, at(2_000, 4_000));
  expect(overtaken.current?.remaining).toBe(45);
});

test('a later reset is a new window; a late response of the old window changes nothing', () => {
  const next = observeMinute(
    observed,
    { ...usage, rateLimitRemaining: 59, rateLimitReset: 60 },
    at(32_000, 32_000),
  );
  expect(next.current?.remaining).toBe(59);
  const late = { ...usage, rateLimitRemaining: 3, rateLimitReset: 1 };
  expect(observeMinute(next, late, at(30_000, 33_000, 30, 33))).toEqual(next);
});

test('row 14: a plausible Reset replaces a Reset of an hour, if its request was sent later', () => {
  const absurd = observeMinute(
    unknownMinute,
    { ...usage, rateLimitRemaining: 0, rateLimitReset: 3600 },
    at(0, 1),
  );
  const honest = observeMinute(absurd, usage, at(2_000, 2_100));
  expect(minuteAllowance(honest, noRequests, 40_000)).toEqual({ limit: 60, left: 60 });
});

test('row 14: a reset of hours ends with the minute while requests are left, and is obeyed when none are', () => {
  const odd = { ...usage, rateLimitRemaining: 2, rateLimitReset: 3600 };
  const some = observeMinute(unknownMinute, odd, at(1_000, 1_000));
  expect(minuteAllowance(some, noRequests, 61_999).left).toBe(2);
  expect(minuteAllowance(some, noRequests, 62_000).left).toBe(60);
  const none = observeMinute(unknownMinute, { ...odd, rateLimitRemaining: 0 }, at(1_000, 1_000));
  expect(minuteAllowance(none, noRequests, 3_601_000).left).toBe(0);
});

test('row 92: a limit below Remaining is ignored: the last limit stays, or the fallback applies', () => {
  expect(observeMinute(observed, { rateLimitLimit: 1 }, at(2_000, 2_000)).limit).toBe(60);
  expect(observeMinute(observed, { rateLimitLimit: 1 }, at(40_000, 40_000)).limit).toBe(1);
  const unlimited = observeMinute(unknownMinute, { rateLimitRemaining: 50 }, at(1_000, 1_000));
  expect(minuteAllowance(unlimited, noRequests, 2_000)).toEqual({ limit: 10, left: 10 });
});

test('the last Remaining less the requests in flight applies until the certain end of the window, then the limit', () => {
  const inFlight = { order: 2, requests: [{ order: 2, sentAt: 1_500 }], unconfirmed: [1_200] };
  expect(minuteAllowance(observed, inFlight, 31_999).left).toBe(48);
  expect(minuteAllowance(observed, inFlight, 32_000).left).toBe(58);
  // Requests without counters in the response are deducted for one minute.
  expect(minuteAllowance(observed, inFlight, 62_200).left).toBe(59);
});

test('row 15: without headers 10 requests a minute, counted from our own requests', () => {
  const blind = observeMinute(unknownMinute, {}, at(0, 100));
  const unconfirmed = [100, 200, 300];
  expect(minuteAllowance(blind, { order: 6, requests: [], unconfirmed }, 1_000)).toEqual({
    limit: 10,
    left: 7,
  });
  expect(minuteOpensAt(blind, { order: 6, requests: [], unconfirmed }, 7, 1_000)).toBe(61_100);
});

test('row 15: headers missing from a 200 activate the fallback limit; missing from an error they do not', () => {
  expect(minuteAllowance(observeMinute(observed, {}, at(1_500, 2_000)), noRequests, 40_000).limit).toBe(10);
  const failed = observeMinute(observed, {}, { ...at(1_500, 2_000), isSuccess: false });
  expect(minuteAllowance(failed, noRequests, 40_000).limit).toBe(60);
});

test('the seconds to the reset count down to zero', () => {
  expect(secondsToReset(unknownMinute, 0)).toBeNull();
  expect(secondsToReset(observed, 11_500)).toBe(20);
  expect(secondsToReset(observed, 99_000)).toBe(0);
});

test('a used-up minute opens at its reset', () => {
  const empty = observeMinute(observed, { ...usage, rateLimitRemaining: 2 }, at(1_100, 1_200));
  expect(minuteOpensAt(empty, noRequests, 2, 2_000)).toBe(empty.current?.resetsBy);
});

test('a response that arrives before that of an older request settles its own request', () => {
  const both = begin(begin(noRequests, 1000), 5000);
  const { request, inFlight } = settle(both, 2, true, 5100);
  expect(request).toEqual({ order: 2, sentAt: 5000 });
  expect(inFlight.requests).toEqual([{ order: 1, sentAt: 1000 }]);
});

test('settling a request that is not in flight throws', () => {
  expect(() => settle(begin(noRequests, 0), 2, true, 0)).toThrow('a response without a request');
});
