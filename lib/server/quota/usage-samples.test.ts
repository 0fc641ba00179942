import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSample, type Sample } from './usage-samples.ts';

const MINUTE = 60_000;

const sample = (minute: number, daily: number | null = minute) => ({
  instant: minute * MINUTE,
  at: minute * MINUTE,
  dailyRemaining: daily,
  monthlyRemaining: null,
});

const added = (samples: readonly Parameters<typeof addSample>[1][]) =>
  samples.reduce<readonly Sample[]>(addSample, []);

test('at most one sample per minute is kept', () => {
  const one = added([sample(0)]);
  expect(addSample(one, sample(0.99))).toBe(one);
  expect(addSample(one, sample(1))).toHaveLength(2);
});

test('samples are kept for seven days', () => {
  const week = added(Array.from({ length: 1_008 }, (_, index) => sample(index * 10, -index)));
  expect(week[0]?.at).toBe(0);
  expect(addSample(week, sample(10_080, -1_008))[0]?.at).toBeGreaterThan(0);
  expect(addSample(week, sample(30_000))).toHaveLength(1);
});

test('at most 1,000 samples are kept, however often Remaining rises', () => {
  const samples = added(Array.from({ length: 1_500 }, (_, minute) => sample(minute, minute % 2)));
  expect(samples).toHaveLength(1_000);
  expect(samples.at(-1)?.at).toBe(1_499 * MINUTE);
});

test('row 32: no sample is lost when the wall clock is set back', () => {
  const two = added([sample(0), { ...sample(1), at: 5 }]);
  expect(two.map(({ at }) => at)).toEqual([0, 5]);
});

/** Samples at intervals of one minute; `skip` adds a gap of that many minutes before a sample. */
function history(steps: readonly { daily: number | null; skip?: number }[]) {
  let minute = 0;
  return steps.map(({ daily, skip = 0 }) => {
    minute += 1 + skip;
    return sample(minute, daily);
  });
}

test('a week of samples is reduced to few, most of them of the last day', () => {
  const shown = added(history(Array.from({ length: 10_080 }, (_, index) => ({ daily: 20_000 - index }))));
  expect(shown.length).toBeLessThanOrEqual(203);
  expect(shown[0]?.dailyRemaining).toBe(20_000);
  expect(shown.at(-1)?.dailyRemaining).toBe(20_000 - 10_079);
  const recent = shown.filter(({ at }) => at > (10_080 - 1440) * MINUTE);
  expect(recent.length).toBeGreaterThanOrEqual(120);
});

test('a gap is reported when two of the responses of an idle period are missing', () => {
  const shown = added(
    history([{ daily: 9 }, { daily: 8, skip: 34 }, { daily: 7, skip: 35 }, { daily: 6, skip: 14 }]),
  );
  expect(shown.map(({ afterGap }) => afterGap)).toEqual([false, false, true, false]);
});

test('downsampling removes no rise and no gap', () => {
  const step = fc.record({ daily: fc.nat(5000), skip: fc.constantFrom(0, 0, 0, 0, 60) });
  const count = { rises: 0, gaps: 0 };
  const arbitrarySteps = fc.array(step, { minLength: 300, maxLength: 2000 });
  fc.assert(
    fc.property(arbitrarySteps, fc.nat(10), (steps, rises) => {
      // Falls continuously, except for a few rises.
      let daily = 100_000;
      const samples = history(
        steps.map((one, index) => {
          daily =
            rises > 0 && index % Math.ceil(steps.length / rises) === 7 ? 100_000 : daily - (one.daily % 40);
          return { daily, skip: one.skip };
        }),
      );
      const shown = added(samples);
      for (const [index, after] of shown.entries()) {
        const before = shown[index - 1];
        if (!before) continue;
        const from = samples.findIndex(({ at }) => at === before.at);
        const to = samples.findIndex(({ at }) => at === after.at);
        const between = samples.slice(from, to + 1);
        const isFalling = between.every((one, place) => {
          const last = between[place - 1];
          return !last || (one.dailyRemaining ?? 0) <= (last.dailyRemaining ?? 0);
        });
        const hasRise = (after.dailyRemaining ?? 0) > (before.dailyRemaining ?? 0);
        if (!isFalling) {
          expect([hasRise, to - from]).toEqual([true, 1]);
          count.rises += 1;
        }
        const gaps = between
          .slice(1)
          .filter((one, place) => one.instant - (between[place]?.instant ?? 0) > 35 * MINUTE);
        expect(gaps.length > 0).toBe(after.afterGap);
        if (after.afterGap) count.gaps += 1;
      }
    }),
    { numRuns: 40 },
  );
  expect(count.rises).toBeGreaterThan(10);
  expect(count.gaps).toBeGreaterThan(10);
});
