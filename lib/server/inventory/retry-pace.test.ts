import { expect, test } from 'vitest';
import { afterFailure, aheadOf, type Failing, retryMs } from './retry-pace.ts';

const DAY_MS = 86_400_000;

/** The waits of crawls that fail one after the other, seconds, for so long. */
function waits(isFree: boolean, paceMs: number, forMs: number): number[] {
  const all: number[] = [];
  let failing: Failing | null = null;
  for (let passed = 0; passed < forMs; ) {
    failing = afterFailure(failing, isFree);
    const wait = retryMs(failing, paceMs);
    failing = aheadOf(failing, paceMs, wait);
    all.push(wait / 1000);
    passed += wait;
  }
  return all;
}

test('what costs nothing is tried anew after 5 s, doubling to a minute', () => {
  expect(waits(true, 900_000, 300_000)).toEqual([5, 10, 20, 40, 60, 60, 60, 60]);
  expect(waits(true, 15_000, 60_000)).toEqual([5, 10, 15, 15, 15]);
});

test('what costs requests is tried anew as soon at first, and later for it then', () => {
  expect(waits(false, 60_000, 700_000)).toEqual([5, 10, 20, 40, 80, 160, 105, 60, 60, 60, 60, 60]);
});

test.each([30, 216, 900, 1800])(
  'row 72: a day at a pace of %d s costs no more than that pace allows',
  (paceS) => {
    // One at the beginning, and one after each wait.
    const attempts = 1 + waits(false, paceS * 1000, DAY_MS).length - 1;
    expect(attempts).toBeLessThanOrEqual(Math.ceil(86_400 / paceS));
  },
);

test('what a person has asked for meanwhile counts as well', () => {
  const once = aheadOf(afterFailure(null, false), 60_000, 60_000);
  expect(once.aheadMs).toBe(0);
  const twice = aheadOf(afterFailure(once, false), 60_000, 1000);
  expect(twice.aheadMs).toBe(59_000);
});
