import { expect, test } from 'vitest';
import { aMonitor, uuidOf } from './arbitrary-monitors.fixtures.ts';
import { type Evidence, keepMissing, type MissedCrawls } from './missing-monitors.ts';

/** Returns the number of crawls without a monitor after which it is removed; null: it is kept. */
function removedAfter(crawls: readonly Evidence[]): number | null {
  let keptMonitors = new Map<string, MissedCrawls>();
  for (const [index, evidence] of crawls.entries()) {
    const previous = { monitors: [aMonitor(1)], keptMonitors, beganAt: 0 };
    const { kept, keptMonitors: next } = keepMissing(previous, new Set(), evidence);
    if (kept.length === 0) return index + 1;
    keptMonitors = next;
  }
  return null;
}

test('row 26: a monitor is removed after two complete crawls without it; others prove nothing', () => {
  expect(removedAfter(['complete'])).toBe(null);
  expect(removedAfter(['complete', 'complete'])).toBe(2);
  expect(removedAfter(Array(100).fill('none'))).toBe(null);
  expect(removedAfter(['complete', 'none', 'none', 'complete'])).toBe(4);
});

test('found monitors are not counted as missing, and missing ones are kept unchanged', () => {
  const monitors = [0, 1, 2].map((n) => aMonitor(n));
  const keptMonitors = new Map([
    [uuidOf(0), { seenAt: 10, complete: 1 }],
    [uuidOf(1), { seenAt: 20, complete: 0 }],
  ]);
  const { kept, keptMonitors: after } = keepMissing(
    { monitors, keptMonitors, beganAt: 50 },
    new Set([uuidOf(0)]),
    'complete',
  );
  expect(kept).toEqual([monitors[1], monitors[2]]);
  expect(kept[0]).toBe(monitors[1]);
  expect([...after]).toEqual([
    [uuidOf(1), { seenAt: 20, complete: 1 }],
    [uuidOf(2), { seenAt: 50, complete: 1 }],
  ]);
});
