import { expect, test } from 'vitest';
import { backoffMs, IDLE_S, planRefresh } from './refresh-plan.ts';

const free = { gapMs: 0, limitedBy: null };
const plan = (given: Partial<Parameters<typeof planRefresh>[0]>) =>
  planRefresh({ audience: { viewers: 1, wantedS: 30 }, minS: 15, cost: 3, gap: free, ...given });

test('the wish holds while the quota allows it', () => {
  expect(plan({})).toEqual({ wantedS: 30, actualS: 30, lookS: 30, limitedBy: null, paused: false });
});

test('the operator has a shortest interval', () => {
  expect(plan({ audience: { viewers: 1, wantedS: 5 } })).toMatchObject({
    actualS: 15,
    limitedBy: 'operator',
  });
});

test('the quota lengthens it by what a crawl costs', () => {
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ wantedS: 30, actualS: 60, limitedBy: 'daily' });
});

test('with nothing left to pace, it is looked as often as wished whether a crawl may go', () => {
  const gap = { gapMs: Number.POSITIVE_INFINITY, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ actualS: 86_400, lookS: 30, limitedBy: 'daily' });
});

test('nobody looking, or everybody paused: rarely', () => {
  expect(plan({ audience: { viewers: 0, wantedS: null } })).toMatchObject({ actualS: IDLE_S, paused: false });
  expect(plan({ audience: { viewers: 2, wantedS: null } })).toMatchObject({ actualS: IDLE_S, paused: true });
});

test('a failed crawl is tried anew after 5 s, doubling to a minute', () => {
  expect([1, 2, 3, 4, 5, 50].map(backoffMs)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});
