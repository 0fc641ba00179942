import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf, seenResets } from './quota-history';
import { historyOf, minutesAgo, noon } from './usage.fixtures';

const lefts = (history: ReturnType<typeof historyOf>) =>
  runsOf(history, 'daily', noon).map((run) => run.map(({ left }) => left));

test('decreasing values are one run', () => {
  expect(lefts(historyOf([30, 9], [20, 9], [10, 7]))).toEqual([[9, 9, 7]]);
});

test('a reset, a gap and a missing counter end a run', () => {
  expect(lefts(historyOf([50, 9], [40, 8], [30, 100], [20, 99, 'gap'], [15, null], [10, 98]))).toEqual([
    [9, 8],
    [100],
    [99],
    [98],
  ]);
});

test('a system clock set back ends a run, because times must increase', () => {
  expect(lefts(historyOf([20, 9], [25, 8], [10, 7]))).toEqual([[9], [8, 7]]);
});

test('the daily quota has only the last 24 hours', () => {
  expect(lefts(historyOf([1500, 99], [1441, 98], [1440, 97], [1, 96]))).toEqual([[97, 96]]);
});

test('every point is an observed sample, and the values of every run do not increase', () => {
  const walk = fc.array(
    fc.tuple(fc.nat(1440), fc.option(fc.nat(5000)), fc.constantFrom(undefined, 'gap' as const)),
  );
  fc.assert(
    fc.property(walk, (samples) => {
      const history = historyOf(...[...samples].sort(([a], [b]) => b - a));
      const observed = new Set(
        history.map(({ at, daily_remaining }) => `${Date.parse(at)} ${daily_remaining}`),
      );
      for (const run of runsOf(history, 'daily', noon)) {
        for (const [index, point] of run.entries()) {
          expect(observed.has(`${point.at} ${point.left}`)).toBe(true);
          const before = run[index - 1];
          if (before) expect(before.at < point.at && before.left >= point.left).toBe(true);
        }
      }
    }),
  );
});

test('observed resets, newest first; a small increase is not a reset', () => {
  const history = historyOf([50, 10], [40, 100], [30, 90], [20, 94], [10, 99]);
  expect(seenResets(history, 'daily')).toEqual([
    { from: Date.parse(minutesAgo(20)), to: Date.parse(minutesAgo(10)) },
    { from: Date.parse(minutesAgo(50)), to: Date.parse(minutesAgo(40)) },
  ]);
});
