import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { addMonitor, addSlots, emptySlot, type OpenSlot, openSlotAt, type Slot, stateOf } from './slots.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const checked = (seconds: number, more = {}) =>
  aMonitor(1, { last_check_at: new Date(NOON + seconds * 1000).toISOString(), ...more });

/** An open slot in which nothing was seen. @param countFrom epoch ms */
function openSlot(at = 0, countFrom = 0): OpenSlot {
  return { at, countFrom, slots: new Map(), lastChecks: new Map() };
}

/** What crawls have shown of the monitor, in one slot. */
function slotOf(seen: readonly ReturnType<typeof aMonitor>[]): Slot {
  const open = openSlot();
  for (const monitor of seen) addMonitor(open, monitor, { readAt: NOON, clockAhead: 0 });
  return open.slots.get(checked(0).monitor_uuid) ?? emptySlot;
}

const HOUR = 3600;

test('a check is never counted twice, however often and in whatever order it is read', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (seconds) => {
      const { checks } = slotOf(seconds.map((second) => checked(second)));
      const distinct = new Set(seconds).size;
      expect(checks).toBeLessThanOrEqual(distinct);
      const ascending = [...seconds].sort((a, b) => a - b);
      expect(slotOf(ascending.map((second) => checked(second))).checks).toBe(distinct);
    }),
  );
});

test('the first check that is seen of a monitor does not count if it ran before the slot', () => {
  const open = openSlot(NOON);
  const checksAfter = (seconds: number) => {
    addMonitor(open, checked(seconds), { readAt: NOON + 120_000, clockAhead: 0 });
    return open.slots.get(checked(0).monitor_uuid)?.checks;
  };
  expect([checksAfter(-60), checksAfter(60)]).toEqual([0, 1]);
});

test('a check that is said to have run far in the future does not end the counting', () => {
  const seconds = [0, 30 * HOUR, 30 * HOUR, 60, 60, 120, HOUR / 2, HOUR / 2, 180];
  expect(slotOf(seconds.map((second) => checked(second))).checks).toBe(5);
});

test('a slot has the response times of its checks, and how many were down', () => {
  const slot = slotOf([
    checked(0, { last_response_time_ms: 100 }),
    checked(60, { last_response_time_ms: 300 }),
    checked(120, { condition: 'down', last_status: 'down', last_response_time_ms: null }),
  ]);
  expect(slot).toMatchObject({ checks: 3, down: 1, timed: 2, sum_ms: 400, max_ms: 300 });
  expect(stateOf(slot)).toBe('down');
});

test('a check with another status is neither up nor down, so it does not count, nor does its response time', () => {
  const odd = { condition: 'unknown', last_status: 'degraded', last_response_time_ms: 9_000 };
  const slot = slotOf([
    checked(0),
    checked(60, odd),
    checked(120, { ...odd, last_status: null }),
    checked(180),
  ]);
  expect(slot).toMatchObject({ checks: 2, down: 0, timed: 2, max_ms: 42 });
  expect(stateOf(slot)).toBe('unknown');
});

test('the state of a slot is the worst that was seen in it, also without a check', () => {
  expect(stateOf(slotOf([aMonitor(1), aMonitor(1, { condition: 'overdue' })]))).toBe('overdue');
  expect(stateOf(slotOf([aMonitor(1, { condition: 'inactive' })]))).toBe('inactive');
  expect(stateOf(emptySlot)).toBeNull();
});

test('two slots together have the checks and response times of both, and the worst state', () => {
  const one = { ...slotOf([checked(0), checked(60, { last_response_time_ms: 300 })]), quarters: 3 };
  const other = slotOf([checked(0, { condition: 'down', last_status: 'down', maintenance_mode: true })]);
  expect(addSlots(one, other)).toEqual({
    quarters: 4,
    checks: 3,
    down: 1,
    timed: 3,
    sum_ms: 384,
    max_ms: 300,
    seen: one.seen | other.seen,
  });
  expect(stateOf(addSlots(one, other))).toBe('down');
});

test('the open slot stays as it is while the next crawl is being recorded', () => {
  const uuid = checked(0).monitor_uuid;
  const crawl = (before: OpenSlot, seconds: number) => {
    const slot = openSlotAt(before, NOON, true);
    addMonitor(slot, checked(seconds), { readAt: NOON + 120_000, clockAhead: 0 });
    return slot;
  };
  const first = crawl(openSlot(), 10);
  expect(first.slots.get(uuid)?.checks).toBe(1);
  expect(crawl(first, 70).slots.get(uuid)?.checks).toBe(2);
  expect(first.slots.get(uuid)?.checks).toBe(1);
  expect(crawl(first, 70).slots.get(uuid)?.checks).toBe(2);
});
