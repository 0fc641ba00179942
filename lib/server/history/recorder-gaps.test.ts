import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { aMonitor, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { presentGap } from './fleet.ts';
import { setUpRecorder } from './recorder.fixtures.ts';
import { SLOT_MS, slotStart, stateOf } from './slots.ts';

const MINUTE = 60_000;

/** The minutes between two crawls, usually few, sometimes hours; and how long a monitor alternately is up and down. */
const arbitraryCase = fc.record({
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
      { weight: 1, arbitrary: fc.integer({ min: 31, max: 400 }) },
    ),
    { minLength: 1, maxLength: 30 },
  ),
  turn: fc.integer({ min: 1, max: 90 }),
});

/** A crawl of the monitor. */
interface Shown {
  at: number;
  condition: 'up' | 'down';
}

/** Records crawls of one monitor, which is checked every minute, and returns what they showed. */
async function recordAll({ steps, turn }: { steps: readonly number[]; turn: number }) {
  const { clock, noon, read, recorder, store, fleet, slotsOf } = await setUpRecorder();
  const shown: Shown[] = [];
  for (const step of [0, ...steps]) {
    await clock.pass(step * MINUTE);
    const at = clock.now();
    const last_status = Math.floor((at - noon) / MINUTE / turn) % 2 === 1 ? 'down' : 'up';
    await read([aMonitor(1, { last_check_at: new Date(at).toISOString(), last_status })]);
    shown.push({ at, condition: last_status });
  }
  await recorder().stop();
  const now = clock.now();
  const present = presentGap(await store.recentFleet(), now);
  const gaps = [...(await store.gaps(0, now)), ...(present === null ? [] : [present])];
  return { noon, shown, store, gaps, fleet: await fleet(), slots: await slotsOf(uuidOf(1)) };
}

test('row 84: a time without crawls is never up: it has no slot, no check, and no change within it', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCase, async (one) => {
      const { noon, shown, store, gaps, fleet, slots } = await recordAll(one);
      const crawls = Map.groupBy(shown, ({ at }) => slotStart(at));
      expect(fleet.map(({ at }) => at)).toEqual([...crawls.keys()]);
      expect(slots.map(({ at }) => at)).toEqual([...crawls.keys()]);
      for (const { at, slot } of slots) {
        const own = crawls.get(at) ?? [];
        const isDown = own.some(({ condition }) => condition === 'down');
        expect(stateOf(slot)).toBe(isDown ? 'down' : 'up');
        expect(slot.checks).toBeLessThanOrEqual(own.length);
        expect(slot.down).toBeLessThanOrEqual(own.filter(({ condition }) => condition === 'down').length);
      }
      const { changes } = await store.changes({ limit: 100 });
      for (const gap of gaps) {
        const isInside = ({ at }: { at: number }) => at > gap.from && at + SLOT_MS <= gap.to;
        expect([...fleet, ...slots].filter(isInside)).toEqual([]);
        expect(shown.filter(({ at }) => at > gap.from && at < gap.to)).toEqual([]);
        expect(changes.filter(({ from, to }) => from > gap.from && to < gap.to)).toEqual([]);
      }
      const turns = Array.from({ length: 12_000 / one.turn }, (_, n) => noon + (n + 1) * one.turn * MINUTE);
      for (const { from, to } of changes) {
        expect(turns.some((at) => at > from && at <= to)).toBe(true);
      }
    }),
    { numRuns: generated(100) },
  );
});
