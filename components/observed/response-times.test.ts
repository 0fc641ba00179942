import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noon, slotOf, someSlots } from './observed.fixtures';
import { isObserved, periodsOf } from './periods';

import { timePaths, timeScale } from './response-times';

const untimed = { mean_ms: null, max_ms: null };

/** The x of the points of each connected part of a line, in periods from the left. */
function partsOf(path: string): number[][] {
  return path
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .split(/[LZ]/)
        .filter((point) => point !== '')
        .map((point) => Math.round((Number(point.split(',')[0]) / 100) * 96 - 0.5)),
    );
}

const pathsOf = (slots: ReturnType<typeof slotOf>[]) => timePaths(periodsOf(slots, 1, noon - 1), (ms) => ms);

test('a line is never drawn across a time without crawls or without response times', () => {
  fc.assert(
    fc.property(someSlots, (slots) => {
      const periods = periodsOf(slots, 1, noon - 1);
      const { mean, maximum } = pathsOf(slots);
      for (const part of [...partsOf(mean), ...partsOf(maximum)]) {
        for (const { state, checks, meanMs } of periods.slice(part[0], (part.at(-1) ?? 0) + 1)) {
          expect(isObserved(state)).toBe(true);
          if (meanMs === null) expect({ state, checks }).toEqual({ state: 'up', checks: 0 });
        }
      }
      const drawn = partsOf(mean).flat();
      const timed = periods.flatMap(({ meanMs }, index) => (meanMs === null ? [] : [index]));
      expect(drawn).toEqual(timed);
    }),
  );
});

test('the line passes over a time without a new check, and breaks in a gap and in an outage', () => {
  const noCheck = { ...untimed, checks: 0 };
  expect(partsOf(pathsOf([slotOf(3), slotOf(2, noCheck), slotOf(1)]).mean)).toEqual([[93, 95]]);
  expect(partsOf(pathsOf([slotOf(3), slotOf(1)]).mean)).toEqual([[93], [95]]);
  const failing = { ...untimed, state: 'down', down: 15 } as const;
  expect(partsOf(pathsOf([slotOf(3), slotOf(2, failing), slotOf(1)]).maximum)).toEqual([[93], [95]]);
});

test('the line breaks at a partly observed period', () => {
  const hours = (slots: ReturnType<typeof slotOf>[]) =>
    timePaths(periodsOf(slots, 7, noon - 1), (ms) => ms)
      .mean.split('M')
      .slice(1)
      .map((part) => part.split('L').length);
  const quarters = Array.from({ length: 12 }, (_, n) => slotOf(12 - n));
  expect(hours(quarters)).toEqual([3]);
  expect(hours(quarters.toSpliced(5, 1))).toEqual([1, 1, 1]);
});

test('the scale contains the highest maximum, unless it would flatten the mean', () => {
  const scale = (...slots: ReturnType<typeof slotOf>[]) => timeScale(periodsOf(slots, 1, noon));
  expect(scale(slotOf(2), slotOf(1, { max_ms: 300 }))?.max).toBeCloseTo(330, 6);
  expect(scale(slotOf(1, { max_ms: 300 }))?.isCut).toBe(false);
  const cut = scale(slotOf(1, { max_ms: 9000 }));
  expect(cut?.max).toBeCloseTo(440, 6);
  expect(cut?.isCut).toBe(true);
  expect(scale(slotOf(1, untimed))).toBeNull();
});
