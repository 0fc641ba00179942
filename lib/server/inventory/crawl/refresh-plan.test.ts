import { expect, test } from 'vitest';
import { IDLE_S, nextStart, planRefresh } from './refresh-plan.ts';

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
  expect(plan({ isWatched: false })).toMatchObject({ wantedS: null, actualS: IDLE_S });
});

test('row 72: the interval grows with the ratio of the cost to that of a crawl without failures', () => {
  expect(plan({ cost: 4 })).toMatchObject({ actualS: 40, checkS: 40, limitedBy: null });
  expect(plan({ isWatched: false, cost: 2, pages: 1 })).toMatchObject({ actualS: 2 * IDLE_S });
  // The pace already includes the cost.
  const gap = { gapMs: 20_000, limitedBy: 'daily' as const };
  expect(plan({ gap, cost: 4 })).toMatchObject({ actualS: 80, limitedBy: 'daily' });
});

const DAY_MS = 86_400_000;

/** The waits between consecutive failed crawls within `forMs`, seconds. */
function waits(isFree: boolean, paceMs: number, forMs: number): number[] {
  const all: number[] = [];
  for (let last = 0; last < forMs; ) {
    const count = all.length + 1;
    const next = nextStart(last, paceMs, { count, isFree, paid: isFree ? 0 : count, first: 0 });
    all.push((next - last) / 1000);
    last = next;
  }
  return all;
}

test('crawls without requests are retried after 5 s, doubled up to a minute', () => {
  expect(waits(true, 900_000, 300_000)).toEqual([5, 10, 20, 40, 60, 60, 60, 60]);
  expect(waits(true, 15_000, 60_000)).toEqual([5, 10, 15, 15, 15]);
});

test('crawls with requests are retried as early at first, and later afterwards to compensate', () => {
  expect(waits(false, 60_000, 700_000)).toEqual([5, 10, 20, 40, 80, 160, 105, 60, 60, 60, 60, 60]);
});

test.each([30, 216, 900, 1800])(
  'row 72: a day at a pace of %d s costs no more than that pace allows',
  (paceS) => {
    // One at the start, and one after each wait.
    const attempts = 1 + waits(false, paceS * 1000, DAY_MS).length - 1;
    expect(attempts).toBeLessThanOrEqual(Math.ceil(86_400 / paceS));
  },
);

test('crawls that users requested count, too', () => {
  const twice = { count: 2, isFree: false, paid: 2, first: 0 };
  expect(nextStart(1000, 60_000, twice), 'as early').toBe(11_000);
  const often = { count: 9, isFree: false, paid: 9, first: 0 };
  expect(nextStart(8000, 60_000, often), 'later').toBe(540_000);
});

test('crawls without requests do not delay the next one after a crawl with requests', () => {
  const failed = { count: 101, isFree: false, paid: 1, first: 0 };
  expect(nextStart(6_000_000, 900_000, failed)).toBe(6_900_000);
});
