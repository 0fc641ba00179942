import { expect, test } from 'vitest';
import { UNWATCHED_REFRESH_S } from '../../../contract/limits.ts';
import { nextStart, planRefresh } from './refresh-plan.ts';

const noGap = { gapMs: 0, limitedBy: null };
const plan = (changes: Partial<Parameters<typeof planRefresh>[0]>) =>
  planRefresh({ isWatched: true, minS: 30, cost: 3, pages: 3, gap: noGap, ...changes });

test('while somebody looks, the interval of the operator applies if the quota allows it', () => {
  expect(plan({})).toEqual({ wantedS: 30, actualS: 30, checkS: 30, limitedBy: null });
});

test('the quota lengthens the interval by the cost of a crawl', () => {
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ actualS: 60, limitedBy: 'daily' });
});

test('when the quota is used up, checks continue at the wanted interval', () => {
  const gap = { gapMs: Number.POSITIVE_INFINITY, limitedBy: 'daily' as const };
  expect(plan({ gap })).toMatchObject({ actualS: 86_400, checkS: 30, limitedBy: 'daily' });
});

test('while nobody looks, the idle interval applies', () => {
  expect(plan({ isWatched: false })).toMatchObject({ wantedS: null, actualS: UNWATCHED_REFRESH_S });
});

test('row 72: the interval grows with the ratio of the cost to that of a crawl without failures', () => {
  expect(plan({ cost: 4 })).toMatchObject({ actualS: 40, checkS: 40, limitedBy: null });
  expect(plan({ isWatched: false, cost: 2, pages: 1 })).toMatchObject({ actualS: 2 * UNWATCHED_REFRESH_S });
  // The pace already includes the cost.
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap, cost: 4 })).toMatchObject({ actualS: 80, limitedBy: 'daily' });
});

test.each([
  ['without requests', true, 900, [5, 15, 35, 75, 135, 195]],
  ['without requests, at a fast pace', true, 15, [5, 15, 30, 45, 60, 75]],
  ['with requests', false, 60, [5, 15, 35, 75, 135, 195]],
  ['with requests, at a slow pace', false, 900, [5, 15, 35, 75, 155, 315]],
])('crawls that failed %s are retried after 5 s, doubled each time', (_, isFree, paceS, starts) => {
  let last = 0;
  for (const [index, start] of starts.entries()) {
    last = nextStart(last, paceS * 1000, { count: index + 1, isFree });
    expect(last / 1000).toBe(start);
  }
});
