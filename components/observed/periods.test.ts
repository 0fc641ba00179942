import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '@/components/time-chart/buckets';
import { historyDays } from '@/lib/contract/limits';
import { noon, QUARTER_MS, slotOf, someSlots } from './observed.fixtures';
import { isObserved, periodsOf, timePaths, timeScale } from './periods';

test('a day has 96 quarters of an hour, a week 168 hours, 30 days 180 times four hours; the present is in the last', () => {
  expect(historyDays.map((days) => periodsOf([], days, noon + 1).length)).toEqual([96, 168, 180]);
  for (const days of historyDays) {
    const last = periodsOf([], days, noon + 1).at(-1);
    expect(last?.from).toBeLessThanOrEqual(noon + 1);
    expect(last?.to).toBeGreaterThan(noon + 1);
  }
});

test('the worst condition of a period counts, and the checks are added', () => {
  const slots = [
    slotOf(8, { state: 'inactive', checks: 0, mean_ms: null, max_ms: null }),
    slotOf(7, { checks: 10, mean_ms: 100, max_ms: 150 }),
    slotOf(6, { state: 'down', checks: 5, down: 3, mean_ms: 400, max_ms: 900, maintenance: true }),
    slotOf(5, { state: 'overdue', checks: 0, mean_ms: null, max_ms: null }),
  ];
  const [hour] = periodsOf(slots, 7, noon).filter(({ state }) => isObserved(state));
  expect(hour).toEqual({
    from: noon - 8 * QUARTER_MS,
    to: noon - 4 * QUARTER_MS,
    state: 'down',
    maintenance: true,
    quarters: { seen: 4, of: 4 },
    checks: 15,
    down: 3,
    meanMs: 200,
    maxMs: 900,
  });
});

test('the mean of a period weights each slot by its checks with a response time', () => {
  const outage = { state: 'down', checks: 15, down: 14, timed: 1, mean_ms: 5000, max_ms: 5000 } as const;
  const [hour] = periodsOf([slotOf(8), slotOf(7), slotOf(6), slotOf(5, outage)], 7, noon).filter(
    ({ state }) => isObserved(state),
  );
  expect(hour?.meanMs).toBeCloseTo((45 * 100 + 5000) / 46, 6);
});

test('a period without a crawl is never shown as a condition', () => {
  const now = fc.integer({ min: noon, max: noon + QUARTER_MS - 1 });
  fc.assert(
    fc.property(someSlots, fc.constantFrom(...historyDays), now, (slots, days, present) => {
      for (const { from, to, quarters, ...period } of periodsOf(slots, days, present)) {
        const within = slots.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to);
        expect(isObserved(period.state)).toBe(within.length > 0);
        if (within.length > 0) continue;
        const isOpen = to > present;
        expect(quarters.seen).toBe(0);
        expect(period).toEqual({
          state: isOpen ? 'open' : 'unobserved',
          maintenance: false,
          checks: 0,
          down: 0,
          meanMs: null,
          maxMs: null,
        });
      }
    }),
  );
});

test('runs cover all periods once, and neighbours differ', () => {
  fc.assert(
    fc.property(someSlots, (slots) => {
      const periods = periodsOf(slots, 1, noon);
      const runs = runsOf(periods, ({ state }) => state);
      const states = runs.flatMap(({ key, from, to }) => Array.from({ length: to - from }, () => key));
      expect(states).toEqual(periods.map(({ state }) => state));
      for (const [index, { key }] of runs.entries()) expect(runs[index + 1]?.key).not.toBe(key);
    }),
  );
});

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
