import { expect, test } from 'vitest';
import {
  minuteAllowance,
  minuteOpensAt,
  observeMinute,
  type Sighting,
  secondsToReset,
  unknownMinute,
} from './counters.ts';
import { noRequests } from './in-flight-requests.ts';

/** An answer of the n-th request, sent at one instant and answered at another. */
function at(sentAt: number, now: number, sent = now, order = now): Sighting {
  return { request: { order: sent, sentAt }, now, order, good: true, spent: true };
}

const told = { rateLimitLimit: 60, rateLimitRemaining: 50, rateLimitReset: 30 };
const seen = observeMinute(unknownMinute, told, at(1_000, 1_000));

test('a header that an answer leaves out keeps its last value', () => {
  const next = observeMinute(seen, { rateLimitRemaining: 49, rateLimitReset: 29 }, at(2_000, 2_000));
  expect(next).toMatchObject({ limit: 60, current: { remaining: 49 } });
  expect(observeMinute(next, { rateLimitLimit: 90 }, at(3_000, 3_000))).toMatchObject({
    limit: 90,
    current: { remaining: 49 },
  });
});

test('within one window the smaller Remaining wins, whatever the order of answers', () => {
  const low = { ...told, rateLimitRemaining: 45, rateLimitReset: 28 };
  const late = { ...told, rateLimitRemaining: 46, rateLimitReset: 29 };
  const overtaken = observeMinute(observeMinute(seen, low, at(3_000, 3_000)), late, at(2_000, 4_000));
  expect(overtaken.current?.remaining).toBe(45);
});

test('a later reset is a new window; an answer of the old one that comes late changes nothing', () => {
  const next = observeMinute(
    seen,
    { ...told, rateLimitRemaining: 59, rateLimitReset: 60 },
    at(32_000, 32_000),
  );
  expect(next.current?.remaining).toBe(59);
  const late = { ...told, rateLimitRemaining: 3, rateLimitReset: 1 };
  expect(observeMinute(next, late, at(30_000, 33_000, 30, 33))).toEqual(next);
});

test('row 14: after a Reset of an hour an honest one is believed, if its request was sent later', () => {
  const absurd = observeMinute(
    unknownMinute,
    { ...told, rateLimitRemaining: 0, rateLimitReset: 3600 },
    at(0, 1),
  );
  const honest = observeMinute(absurd, told, at(2_000, 2_100));
  expect(minuteAllowance(honest, noRequests, 40_000)).toEqual({ limit: 60, left: 60 });
});

test('until the window is surely over the last Remaining counts, less what is in flight; then the whole limit', () => {
  const inFlight = { order: 2, requests: [{ order: 2, sentAt: 1_500 }], unconfirmed: [1_200] };
  expect(minuteAllowance(seen, inFlight, 31_999).left).toBe(48);
  expect(minuteAllowance(seen, inFlight, 32_000).left).toBe(58);
  // What ended without counters weighs no longer than a minute.
  expect(minuteAllowance(seen, inFlight, 62_200).left).toBe(59);
});

test('row 15: without headers 10 a minute, counted from our own requests', () => {
  const blind = observeMinute(unknownMinute, {}, at(0, 100));
  const unconfirmed = [100, 200, 300];
  expect(minuteAllowance(blind, { order: 6, requests: [], unconfirmed }, 1_000)).toEqual({
    limit: 10,
    left: 7,
  });
  expect(minuteOpensAt(blind, { order: 6, requests: [], unconfirmed }, 7, 1_000)).toBe(61_100);
});

test('row 15: headers that vanish from 200s leave the careful limit; those missing from errors do not', () => {
  expect(minuteAllowance(observeMinute(seen, {}, at(1_500, 2_000)), noRequests, 40_000).limit).toBe(10);
  const failed = observeMinute(seen, {}, { ...at(1_500, 2_000), good: false });
  expect(minuteAllowance(failed, noRequests, 40_000).limit).toBe(60);
});

test('the reset is counted down and ends at zero', () => {
  expect(secondsToReset(unknownMinute, 0)).toBeNull();
  expect(secondsToReset(seen, 11_500)).toBe(20);
  expect(secondsToReset(seen, 99_000)).toBe(0);
});

test('used up, it opens at the reset', () => {
  const empty = observeMinute(seen, { ...told, rateLimitRemaining: 2 }, at(1_100, 1_200));
  expect(minuteOpensAt(empty, noRequests, 2, 2_000)).toBe(empty.current?.resetsBy);
});
