import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { addSample, recentSamples, type StoredSample, samplesForDisplay } from './usage-report.ts';

const sample = (minute: number): StoredSample => ({
  at: 1_700_000_000_000 + minute * 60_000,
  daily_remaining: minute,
  monthly_remaining: null,
});

test('at most one sample per minute is kept', () => {
  const one = addSample([], sample(0));
  expect(addSample(one, sample(0.99))).toBe(one);
  expect(addSample(one, sample(1))).toHaveLength(2);
});

test('as many samples are kept as seven days have minutes, whatever their times are', () => {
  const week = Array.from({ length: 10_080 }, (_, minute) => sample(minute));
  const next = addSample(week, sample(10_080));
  expect(next).toHaveLength(10_080);
  expect(next[0]?.daily_remaining).toBe(1);
  const wrong = addSample(week, sample(60_000));
  expect(wrong, 'one sample of a clock that is ahead').toHaveLength(10_080);
  const later = addSample(wrong, sample(10_080));
  expect(recentSamples(later, sample(10_080).at).map(({ at }) => at)).toEqual(
    [...week.slice(2), sample(10_080)].map(({ at }) => at),
  );
});

test('row 32: no sample is lost when the wall clock is set back', () => {
  const two = addSample([sample(0)], { ...sample(1), at: 5 });
  expect(two.map(({ at }) => at)).toEqual([sample(0).at, 5]);
});

const MINUTE = 60_000;

/** Samples at intervals of one minute; `skip` adds a gap of that many minutes before a sample. */
function history(steps: readonly { daily: number | null; skip?: number }[]): StoredSample[] {
  let minute = 0;
  return steps.map(({ daily, skip = 0 }) => {
    minute += 1 + skip;
    return { at: minute * MINUTE, daily_remaining: daily, monthly_remaining: null };
  });
}

test('a week of samples is reduced to about 200, most of them of the last day', () => {
  const shown = samplesForDisplay(
    history(Array.from({ length: 10_080 }, (_, index) => ({ daily: 20_000 - index }))),
  );
  expect(shown.length).toBeLessThanOrEqual(203);
  expect(shown[0]?.daily_remaining).toBe(20_000);
  expect(shown.at(-1)?.daily_remaining).toBe(20_000 - 10_079);
  const recent = shown.filter(({ at }) => Date.parse(at) > (10_080 - 1440) * MINUTE);
  expect(recent.length).toBeGreaterThanOrEqual(120);
});

test('a gap is reported when two of the responses of an idle period are missing', () => {
  const shown = samplesForDisplay(
    history([{ daily: 9 }, { daily: 8, skip: 34 }, { daily: 7, skip: 35 }, { daily: 6, skip: 14 }]),
  );
  expect(shown.map(({ after_gap }) => after_gap)).toEqual([false, false, true, false]);
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
      const shown = samplesForDisplay(samples);
      for (const [index, after] of shown.entries()) {
        const before = shown[index - 1];
        if (!before) continue;
        const from = samples.findIndex(({ at }) => at === Date.parse(before.at));
        const to = samples.findIndex(({ at }) => at === Date.parse(after.at));
        const between = samples.slice(from, to + 1);
        const isFalling = between.every((one, place) => {
          const last = between[place - 1];
          return !last || (one.daily_remaining ?? 0) <= (last.daily_remaining ?? 0);
        });
        const hasRise = (after.daily_remaining ?? 0) > (before.daily_remaining ?? 0);
        if (!isFalling) {
          expect([hasRise, to - from]).toEqual([true, 1]);
          count.rises += 1;
        }
        const gaps = between
          .slice(1)
          .filter((one, place) => one.at - (between[place]?.at ?? 0) > 35 * MINUTE);
        expect(gaps.length > 0).toBe(after.after_gap);
        if (after.after_gap) count.gaps += 1;
      }
    }),
    { numRuns: generated(40) },
  );
  expect(count.rises).toBeGreaterThan(10);
  expect(count.gaps).toBeGreaterThan(10);
});
