import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToFleet, type FleetCounts, type FleetSlot, gapsIn } from './fleet.ts';
import { SLOT_MS } from './slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

const countsOf = (down: number, overdue: number, up = 0): FleetCounts => ({
  condition: { down, overdue, unknown: 0, pending: 0, up, inactive: 0 },
  maintenance: up,
});

function slotOf(readings: readonly FleetCounts[]): FleetSlot | null {
  let slot: FleetSlot | null = null;
  for (const [n, counts] of readings.entries()) slot = addToFleet(slot, NOON + n, counts);
  return slot;
}

test('a slot has the most monitors that were down and the most that were overdue, whichever was first', () => {
  const reading = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(9));
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 6 }), (all) => {
      const slot = slotOf(all.map((numbers) => countsOf(...numbers)));
      expect(slot?.counts.condition.down).toBe(Math.max(...all.map(([down]) => down)));
      expect(slot?.counts.condition.overdue).toBe(Math.max(...all.map(([, overdue]) => overdue)));
    }),
  );
  expect(slotOf([countsOf(0, 500), countsOf(1, 0)])?.counts.condition).toMatchObject({
    down: 1,
    overdue: 500,
  });
});

test('the other counts are those of the reading with the most monitors down, of equal ones the last', () => {
  expect(slotOf([countsOf(2, 0, 7), countsOf(1, 5, 3)])?.counts).toMatchObject({ maintenance: 7 });
  expect(slotOf([countsOf(1, 5, 3), countsOf(2, 0, 7)])?.counts).toMatchObject({ maintenance: 7 });
  expect(slotOf([countsOf(1, 1, 3), countsOf(1, 1, 4)])?.counts).toMatchObject({ maintenance: 4 });
});

test('row 84: times without readings are gaps, also the present one, which grows by the minute', () => {
  const slots = [0, 1, 4].map((n) => ({
    ...{ at: NOON + n * SLOT_MS, firstAt: NOON + n * SLOT_MS + 5, lastAt: NOON + n * SLOT_MS + 7 },
    counts: countsOf(0, 0),
  }));
  const closed = { from: NOON + SLOT_MS + 7, to: NOON + 4 * SLOT_MS + 5 };
  expect(gapsIn(slots, SLOT_MS, NOON + 4 * SLOT_MS + 8)).toEqual([closed]);
  expect(gapsIn(slots, SLOT_MS, NOON + 6 * SLOT_MS - 1), 'the next slot may still be read').toEqual([closed]);
  const from = NOON + 4 * SLOT_MS + 7;
  for (const seconds of [120, 179]) {
    expect(gapsIn(slots, SLOT_MS, NOON + 6 * SLOT_MS + seconds * 1000)).toEqual([
      closed,
      { from, to: NOON + 6 * SLOT_MS + 2 * MINUTE },
    ]);
  }
  expect(gapsIn([], SLOT_MS, NOON)).toEqual([]);
});

/** Slots of readings at these minutes. */
function slotsAt(minutes: readonly number[]): FleetSlot[] {
  const slots = new Map<number, FleetSlot>();
  let last: FleetSlot | null = null;
  for (const minute of minutes) {
    last = addToFleet(last, NOON + minute * MINUTE, countsOf(0, 0));
    slots.set(last.at, last);
  }
  return [...slots.values()];
}

/** The gaps between readings at these minutes, in minutes. */
const gapsAt = (minutes: readonly number[], now: number) =>
  gapsIn(slotsAt(minutes), SLOT_MS, NOON + now * MINUTE).map(({ from, to }) =>
    [from, to].map((at) => (at - NOON) / MINUTE),
  );

/** Readings this many minutes apart. */
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step);

test.each([1, 7, 16, 29, 56, 240])(
  'row 84: readings every %i minutes leave no gap between them, and times without readings are gaps',
  (step) => {
    const lasts = Math.max(3 * step, 31);
    const [stop, start] = [20 * step, 20 * step + lasts];
    const readings = [...every(step, 0, stop), ...every(step, start, start + 20 * step)];
    const now = start + 20 * step;
    expect(gapsAt(readings, now + step)).toEqual([[stop, start]]);
    expect(gapsAt(readings, now + lasts)).toEqual([
      [stop, start],
      [now, now + lasts],
    ]);
  },
);

test('row 84: where readings become rarer, at most the first of them are gaps, and earlier gaps remain', () => {
  const seldom = every(56, 656, 656 + 56 * 30);
  const gaps = gapsAt([...every(2, 0, 200), ...every(2, 500, 600), ...seldom], seldom.at(-1) ?? 0);
  expect(gaps[0]).toEqual([200, 500]);
  expect(gaps.length).toBeLessThanOrEqual(10);
  expect(gaps.every(([from = 0]) => from <= 600 + 56 * 9)).toBe(true);
});

test('row 84: each of several outages is a gap, also right after the start', () => {
  const minutes = [0, 1, 300, 301, 600, 601];
  expect(gapsAt(minutes, 602)).toEqual([
    [1, 300],
    [301, 600],
  ]);
  expect(gapsAt([0, 300], 301), 'the usual distance is unknown after two readings').toEqual([[0, 300]]);
});
