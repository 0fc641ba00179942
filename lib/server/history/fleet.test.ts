import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToFleet,
  type CrawlCounts,
  type Gap,
  noMonitors,
  presentGap,
  SLOTS_NEAR,
  type StoredFleetSlot,
} from './fleet.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

const countsOf = (down: number, overdue: number, up = 0): CrawlCounts => ({
  ...noMonitors,
  down,
  overdue,
  up,
});

function slotOf(crawls: readonly CrawlCounts[]): StoredFleetSlot | null {
  let slot: StoredFleetSlot | null = null;
  for (const [n, counts] of crawls.entries()) slot = addToFleet(slot, NOON + n, counts);
  return slot;
}

test('a slot has the most monitors that were down, the most that were overdue, and the fewest that were up', () => {
  const crawl = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(9));
  fc.assert(
    fc.property(fc.array(crawl, { minLength: 1, maxLength: 6 }), (all) => {
      const slot = slotOf(all.map((numbers) => countsOf(...numbers)));
      expect(slot?.down).toBe(Math.max(...all.map(([down]) => down)));
      expect(slot?.overdue).toBe(Math.max(...all.map(([, overdue]) => overdue)));
      expect(slot?.up).toBe(Math.min(...all.map(([, , up]) => up)));
      const sum = all.reduce((total, [down]) => total + down, 0);
      expect(slot?.down_mean, 'the mean of the crawls').toBeCloseTo(sum / all.length);
    }),
  );
});

/** Returns the gaps that crawls at these minutes end, and the present gap, in minutes. */
function gapsAt(minutes: readonly number[], now: number): number[][] {
  let slots: StoredFleetSlot[] = [];
  const gaps: Gap[] = [];
  const find = (minute: number) => {
    const gap = presentGap(slots, NOON + minute * MINUTE);
    if (gap !== null) gaps.push(gap);
  };
  for (const minute of minutes) {
    find(minute);
    const slot = addToFleet(slots.at(-1) ?? null, NOON + minute * MINUTE, noMonitors);
    slots = [...slots.filter(({ at }) => at < slot.at), slot].slice(-SLOTS_NEAR);
  }
  find(now);
  return gaps.map(({ from, to }) => [from, to].map((at) => (at - NOON) / MINUTE));
}

test('row 84: a time without crawls is a gap once no crawl can be in the next slot, and it grows each minute', () => {
  expect(gapsAt([0, 1, 16], 44)).toEqual([]);
  expect(gapsAt([0, 1, 16], 45)).toEqual([[16, 45]]);
  expect(gapsAt([0, 1, 16], 45.9)).toEqual([[16, 45]]);
  expect(gapsAt([], 0)).toEqual([]);
});

/** Crawls this many minutes apart. */
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step);

test.each([1, 7, 16, 29, 56, 240])(
  'row 84: crawls every %i minutes leave no gap once that distance is known, and times without crawls are gaps',
  (step) => {
    const lasts = Math.max(3 * step, 31);
    const [stop, start] = [20 * step, 20 * step + lasts];
    const crawls = [...every(step, 0, stop), ...every(step, start, start + 20 * step)];
    const now = start + 20 * step;
    const first = step >= 30 ? [[0, step]] : [];
    expect(gapsAt(crawls, now + step)).toEqual([...first, [stop, start]]);
    expect(gapsAt(crawls, now + lasts)).toEqual([...first, [stop, start], [now, now + lasts]]);
  },
);

test('row 84: when crawls become rarer, at most the first distances are gaps, and earlier gaps remain', () => {
  const seldom = every(56, 656, 656 + 56 * 30);
  const gaps = gapsAt([...every(2, 0, 200), ...every(2, 500, 600), ...seldom], seldom.at(-1) ?? 0);
  expect(gaps[0]).toEqual([200, 500]);
  expect(gaps.length).toBeLessThanOrEqual(10);
  expect(gaps.every(([from = 0]) => from <= 600 + 56 * 9)).toBe(true);
});
