import { expect, test } from 'vitest';
import { IDLE_S, planRefresh } from './refresh-plan.ts';

const noGap = { gapMs: 0, limitedBy: null };
const plan = (changes: Partial<Parameters<typeof planRefresh>[0]>) =>
  planRefresh({ audience: { viewers: 1, wantedS: 30 }, minS: 15, cost: 3, pages: 3, gap: noGap, ...changes });

test('the requested interval applies while the quota allows it', () => {
  expect(plan({})).toEqual({ wantedS: 30, actualS: 30, checkS: 30, limitedBy: null, paused: false });
});

test('the minimum interval of the operator applies', () => {
  expect(plan({ audience: { viewers: 1, wantedS: 5 } })).toMatchObject({
    actualS: 15,
    limitedBy: 'operator',
  });
});

test('the quota lengthens the interval by the cost of a crawl', () => {
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ wantedS: 30, actualS: 60, limitedBy: 'daily' });
});

test('when the quota is used up, checks continue at the requested interval', () => {
  const gap = { gapMs: Number.POSITIVE_INFINITY, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ actualS: 86_400, checkS: 30, limitedBy: 'daily' });
});

test('without viewers, or with all viewers paused, the idle interval applies', () => {
  expect(plan({ audience: { viewers: 0, wantedS: null } })).toMatchObject({ actualS: IDLE_S, paused: false });
  expect(plan({ audience: { viewers: 2, wantedS: null } })).toMatchObject({ actualS: IDLE_S, paused: true });
});

test('row 72: the interval grows with the ratio of the cost to that of a crawl without failures', () => {
  expect(plan({ cost: 4 })).toMatchObject({ actualS: 40, checkS: 40, limitedBy: null });
  const nobody = { viewers: 0, wantedS: null };
  expect(plan({ audience: nobody, cost: 2, pages: 1 })).toMatchObject({ actualS: 2 * IDLE_S });
  // The pace already includes the cost.
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap, cost: 4 })).toMatchObject({ actualS: 80, limitedBy: 'daily' });
});
