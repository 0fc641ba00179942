import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, nearestIndex, projectionOf, runsOf, seenResets } from './burn-down-model';
import { historyOf, minutesAgo, noon } from './usage.fixtures';

const lefts = (history: ReturnType<typeof historyOf>) =>
  runsOf(history, 'daily', noon).map((run) => run.map(({ left }) => left));

test('one run as long as less and less is left', () => {
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

test('a wall clock set back ends a run: a line never goes left', () => {
  expect(lefts(historyOf([20, 9], [25, 8], [10, 7]))).toEqual([[9], [8, 7]]);
});

test('of the day only the last 24 hours are drawn', () => {
  expect(lefts(historyOf([1500, 99], [1441, 98], [1440, 97], [1, 96]))).toEqual([[97, 96]]);
});

test('nothing is invented: every point drawn was observed, and every run falls', () => {
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

const point = (minutes: number, left: number) => ({ at: noon - minutes * 60_000, left });

test('no frame before two moments were observed', () => {
  expect(frameOf([], 100, null, noon)).toBeNull();
  expect(frameOf([point(3, 50)], 100, null, noon)).toBeNull();
});

test('the frame ends now without a projection, else where it ends, at most as far ahead as back', () => {
  const points = [point(120, 90), point(1, 60)];
  expect(frameOf(points, 100, null, noon)).toEqual({ from: noon - 120 * 60_000, to: noon, most: 100 });
  expect(frameOf(points, 100, noon + 60_000, noon)?.to).toBe(noon + 60_000);
  expect(frameOf(points, null, noon + 9e9, noon)).toMatchObject({ to: noon + 120 * 60_000, most: 90 });
  expect(frameOf([point(2, 9), point(1, 8)], 10, noon + 9e9, noon)?.to, 'an hour at least').toBe(
    noon + 3_600_000,
  );
});

test('a projection goes down to nothing, or as far as the frame reaches', () => {
  const last = point(0, 60);
  const frame = { from: noon - 1000, to: noon + 1000, most: 100 };
  expect(projectionOf(last, noon + 1000, frame)).toEqual([last, { at: noon + 1000, left: 0 }]);
  expect(projectionOf(last, noon + 4000, frame)).toEqual([last, { at: noon + 1000, left: 45 }]);
  expect(projectionOf(last, null, frame)).toBeNull();
  expect(projectionOf(last, noon - 1, frame), 'what is past is no projection').toBeNull();
});

test('the nearest point', () => {
  const points = [point(30, 9), point(20, 8), point(10, 7)];
  expect(nearestIndex(points, noon - 26 * 60_000)).toBe(0);
  expect(nearestIndex(points, noon - 24 * 60_000)).toBe(1);
  expect(nearestIndex(points, noon)).toBe(2);
});

test('resets that were seen, newest first; a wobble is none', () => {
  const history = historyOf([50, 10], [40, 100], [30, 90], [20, 94], [10, 99]);
  expect(seenResets(history, 'daily')).toEqual([
    { from: Date.parse(minutesAgo(20)), to: Date.parse(minutesAgo(10)) },
    { from: Date.parse(minutesAgo(50)), to: Date.parse(minutesAgo(40)) },
  ]);
});
