import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from './quota-history';
import { bucketsOf, evenPace, scaleOf } from './request-rate-model';
import { historyOf, noon } from './usage.fixtures';

const HOUR = 3_600_000;

test('a day has the requests of each hour, the current hour last', () => {
  const runs = runsOf(historyOf([120, 100], [60, 90], [30, 60]), 'daily', noon);
  const buckets = bucketsOf(runs, 'daily', noon);
  expect(buckets).toHaveLength(24);
  expect(buckets.at(-1)).toEqual({ from: noon, to: noon + HOUR, requests: null });
  expect(buckets.slice(-4).map(({ requests }) => requests)).toEqual([null, 10, 30, null]);
});

test('requests between two samples are spread evenly over the hours between them', () => {
  const runs = runsOf(historyOf([180, 90], [30, 40]), 'daily', noon);
  const requests = bucketsOf(runs, 'daily', noon).map((bucket) => bucket.requests);
  expect(requests.slice(-4)).toEqual([20, 20, 10, null]);
});

test('bars have whole requests, and their sum is the requests between the samples', () => {
  const runs = runsOf(historyOf([150, 93], [30, 90]), 'daily', noon);
  const requests = bucketsOf(runs, 'daily', noon).map((bucket) => bucket.requests);
  // 0.75, 1.5 and 0.75.
  expect(requests.slice(-4)).toEqual([1, 1, 1, null]);
});

test('requests during a reset or a gap are unknown', () => {
  const runs = runsOf(historyOf([240, 10], [181, 5], [179, 100], [121, 90], [60, 50, 'gap']), 'daily', noon);
  const requests = bucketsOf(runs, 'daily', noon).map((bucket) => bucket.requests);
  expect(requests.slice(-5)).toEqual([5, 10, null, null, null]);
});

test('the sum of the bars equals the decrease of the counter', () => {
  const falls = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(50)), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(falls, (steps) => {
      let minute = 1380;
      let left = 10_000;
      const samples = steps.map(([pause, fall]): [number, number] => {
        minute -= pause;
        left -= fall;
        return [minute, left];
      });
      const runs = runsOf(historyOf(...samples), 'daily', noon);
      const sum = bucketsOf(runs, 'daily', noon).reduce((total, { requests }) => total + (requests ?? 0), 0);
      expect(sum).toBe((samples[0]?.[1] ?? 0) - left);
    }),
  );
});

test('the even pace is drawn unless it would make the bars too low', () => {
  const bars = [{ from: 0, to: HOUR, requests: 100 }];
  expect(evenPace(2400, 'daily')).toBe(100);
  expect(evenPace(3000, 'monthly')).toBe(100);
  expect(evenPace(null, 'daily')).toBeNull();
  expect(scaleOf(bars, 'daily', 4800, 480)).toEqual({
    max: 220.00000000000003,
    even: { pace: 200, reserve: 20 },
  });
  expect(scaleOf(bars, 'daily', 48_000, 480).even).toBeNull();
  expect(scaleOf(bars, 'daily', null, null).even).toBeNull();
  expect(scaleOf([], 'daily', 24, 999).even).toEqual({ pace: 1, reserve: 1 });
});
