import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor, uuidOf } from './arbitrary-monitors.fixtures.ts';
import { type Evidence, keepMissing, type MissedCrawls } from './missing-monitors.ts';

/** Returns the number of crawls without a monitor after which it is removed; null: it is kept. */
function removedAfter(crawls: readonly Evidence[]): number | null {
  let missingMonitors = new Map<string, MissedCrawls>();
  for (const [index, evidence] of crawls.entries()) {
    const previous = { monitors: [aMonitor(1)], missingMonitors, beganAt: 0 };
    const { kept, missingMonitors: next } = keepMissing(previous, new Set(), evidence);
    if (kept.length === 0) return index + 1;
    missingMonitors = next;
  }
  return null;
}

const crawl = fc.constantFrom<Evidence>('complete', 'weak');

test('row 26: a monitor is removed after two complete crawls without it', () => {
  expect(removedAfter(['complete'])).toBe(null);
  expect(removedAfter(['complete', 'complete'])).toBe(2);
  expect(removedAfter(['weak', 'complete', 'weak', 'weak', 'complete'])).toBe(5);
});

test('row 26: a monitor is removed after ten crawls of all pages without it', () => {
  expect(removedAfter(Array(9).fill('weak'))).toBe(null);
  expect(removedAfter(Array(20).fill('weak'))).toBe(10);
});

test('row 72: a crawl with failed pages proves nothing about monitors that it did not find', () => {
  expect(removedAfter(Array(100).fill('none'))).toBe(null);
  expect(removedAfter(['complete', 'none', 'none', 'complete'])).toBe(4);
});

test('a monitor is removed at the second complete or the tenth crawl, whichever is first', () => {
  fc.assert(
    fc.property(fc.array(crawl, { minLength: 10, maxLength: 20 }), (crawls) => {
      const first = crawls.indexOf('complete');
      const second = first < 0 ? -1 : crawls.indexOf('complete', first + 1);
      expect(removedAfter(crawls)).toBe(second < 0 ? 10 : Math.min(10, second + 1));
    }),
  );
});

test('found monitors are not counted as missing, and missing ones are kept unchanged', () => {
  const monitors = [0, 1, 2].map((n) => aMonitor(n));
  const missingMonitors = new Map([
    [uuidOf(0), { seenAt: 10, complete: 1, any: 9 }],
    [uuidOf(1), { seenAt: 20, complete: 0, any: 3 }],
  ]);
  const { kept, missingMonitors: after } = keepMissing(
    { monitors, missingMonitors, beganAt: 50 },
    new Set([uuidOf(0)]),
    'complete',
  );
  expect(kept).toEqual([monitors[1], monitors[2]]);
  expect(kept[0]).toBe(monitors[1]);
  expect([...after]).toEqual([
    [uuidOf(1), { seenAt: 20, complete: 1, any: 4 }],
    [uuidOf(2), { seenAt: 50, complete: 1, any: 1 }],
  ]);
});
