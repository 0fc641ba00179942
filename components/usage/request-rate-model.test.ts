import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenPace, rateBuckets, scaleOf, unbrokenRuns } from './request-rate-model';
import { historyOf, noon } from './usage.fixtures';

const HOUR = 3_600_000;

const lefts = (history: ReturnType<typeof historyOf>) =>
  unbrokenRuns(history, 'daily').map((run) => run.map(({ left }) => left));

test('a reset, a gap and a missing counter end a run', () => {
  expect(lefts(historyOf([50, 9], [40, 8], [30, 100], [20, 99, 'gap'], [15, null], [10, 98]))).toEqual([
    [9, 8],
    [100],
    [99],
    [98],
  ]);
});

test('the first hour has also the requests after a sample that is older than the chart', () => {
  const runs = unbrokenRuns(historyOf([1390, 100], [1370, 80]), 'daily');
  expect(rateBuckets(runs, 'daily', noon + 59 * 60_000)[0]?.requests).toBe(10);
});

test('a day has the requests of each hour, the current hour last', () => {
  const runs = unbrokenRuns(historyOf([120, 100], [60, 90], [30, 60]), 'daily');
  const buckets = rateBuckets(runs, 'daily', noon);
  expect(buckets).toHaveLength(24);
  expect(buckets.at(-1)).toEqual({ from: noon, to: noon + HOUR, requests: null });
  expect(buckets.slice(-4).map(({ requests }) => requests)).toEqual([null, 10, 30, null]);
});

test('requests between two samples are spread evenly over the hours between them', () => {
  const runs = unbrokenRuns(historyOf([180, 90], [30, 40]), 'daily');
  const requests = rateBuckets(runs, 'daily', noon).map((bucket) => bucket.requests);
  expect(requests.slice(-4)).toEqual([20, 20, 10, null]);
});

test('requests during a reset or a gap are unknown', () => {
  const runs = unbrokenRuns(historyOf([240, 10], [181, 5], [179, 100], [121, 90], [60, 50, 'gap']), 'daily');
  const requests = rateBuckets(runs, 'daily', noon).map((bucket) => bucket.requests);
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
      const runs = unbrokenRuns(historyOf(...samples), 'daily');
      const sum = rateBuckets(runs, 'daily', noon).reduce(
        (total, { requests }) => total + (requests ?? 0),
        0,
      );
      expect(sum).toBe((samples[0]?.[1] ?? 0) - left);
    }),
  );
});

test('the even pace is drawn unless it would make the bars too low', () => {
  const bars = [{ from: 0, to: HOUR, requests: 100 }];
  expect(evenPace(2400, 'daily')).toBe(100);
  expect(evenPace(3000, 'monthly')).toBe(100);
  expect(evenPace(null, 'daily')).toBeNull();
  expect(scaleOf(bars, 'daily', 4800)).toEqual({ max: 220.00000000000003, even: 200 });
  expect(scaleOf(bars, 'daily', 48_000).even).toBeNull();
  expect(scaleOf(bars, 'daily', null).even).toBeNull();
});
