import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToFleet, type FleetCounts, type FleetSlot, gapsIn } from './fleet.ts';
import { SLOT_MS } from './slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

const countsOf = (down: number, overdue: number, up = 0): FleetCounts => ({
  condition: { down, overdue, pending: 0, up, inactive: 0 },
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

test('row 84: times that nobody read in are gaps, also the present one, which grows by the minute', () => {
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
