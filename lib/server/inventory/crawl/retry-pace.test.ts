import { expect, test } from 'vitest';
import { addFailure, type FailedCrawls, recordNextStart, retryMs } from './retry-pace.ts';

const DAY_MS = 86_400_000;

/** The waits between consecutive failed crawls within `forMs`, seconds. */
function waits(isFree: boolean, paceMs: number, forMs: number): number[] {
  const all: number[] = [];
  let failedCrawls: FailedCrawls | null = null;
  for (let elapsed = 0; elapsed < forMs; ) {
    failedCrawls = addFailure(failedCrawls, isFree);
    const wait = retryMs(failedCrawls, paceMs);
    failedCrawls = recordNextStart(failedCrawls, paceMs, wait);
    all.push(wait / 1000);
    elapsed += wait;
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
  const once = recordNextStart(addFailure(null, false), 60_000, 60_000);
  expect(once.aheadMs).toBe(0);
  const twice = recordNextStart(addFailure(once, false), 60_000, 1000);
  expect(twice.aheadMs).toBe(59_000);
});
