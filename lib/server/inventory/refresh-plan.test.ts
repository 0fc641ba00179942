import { expect, test } from 'vitest';
import { IDLE_S, planRefresh } from './refresh-plan.ts';

const free = { gapMs: 0, limitedBy: null };
const plan = (given: Partial<Parameters<typeof planRefresh>[0]>) =>
  planRefresh({ audience: { viewers: 1, wantedS: 30 }, minS: 15, cost: 3, pages: 3, gap: free, ...given });

test('the requested interval holds while the quota allows it', () => {
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

test('row 72: what takes more requests than a sound crawl comes round so much less often', () => {
  expect(plan({ cost: 4 })).toMatchObject({ actualS: 40, lookS: 40, limitedBy: null });
  const nobody = { viewers: 0, wantedS: null };
  expect(plan({ audience: nobody, cost: 2, pages: 1 })).toMatchObject({ actualS: 2 * IDLE_S });
  // The pace counts them already.
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap, cost: 4 })).toMatchObject({ actualS: 80, limitedBy: 'daily' });
});
