import { expect, test } from 'vitest';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';

test('before the first response one request is admitted', () => {
  const { ledger, kinds } = createBench();
  expect(kinds('inventory')).toEqual(['admit']);
  ledger.sent('inventory');
  expect(kinds('inventory', 'detail', 'probe')).toEqual(['wait', 'wait', 'wait']);
});

test('at most four requests are in flight, whatever their purpose', () => {
  const { good, ledger, kinds } = createBench();
  good();
  for (let n = 0; n < 4; n += 1) {
    expect(kinds('detail')).toEqual(['admit']);
    ledger.sent('detail');
  }
  expect(kinds('detail', 'list', 'inventory')).toEqual(['wait', 'wait', 'wait']);
});

test('of the minute, the background leaves a fifth and interactive requests leave two', () => {
  const { good, kinds } = createBench();
  good({ ...plenty, rateLimitRemaining: 13 });
  expect(kinds('inventory', 'retry', 'probe', 'list', 'detail')).toEqual(Array(5).fill('admit'));
  good({ ...plenty, rateLimitRemaining: 12 });
  expect(kinds('inventory', 'retry', 'probe', 'list', 'detail')).toEqual([
    ...['wait', 'wait', 'wait'],
    ...['admit', 'admit'],
  ]);
  good({ ...plenty, rateLimitRemaining: 2 });
  expect(kinds('list', 'detail')).toEqual(['wait', 'wait']);
});

test('a wait ends when the window has certainly ended', () => {
  const { good, ledger, clock, kinds } = createBench();
  good({ ...plenty, rateLimitRemaining: 0 });
  expect(ledger.decide('detail')).toEqual({ kind: 'wait', until: 31_000, cause: 'minute' });
  clock.advance(31_000);
  expect(kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('the burst is the number of background requests that may be sent now', () => {
  const { good, ledger } = createBench();
  good({ ...plenty, rateLimitRemaining: 40 });
  expect(ledger.burst()).toBe(28);
  ledger.sent('inventory');
  expect(ledger.burst()).toBe(27);
  good({ ...plenty, rateLimitRemaining: 3 });
  expect(ledger.burst()).toBe(0);
});

test('row 15: without headers at most 1,000 requests a day, counted from our own requests', () => {
  const { good, clock, kinds, ledger } = createBench();
  good({});
  // Slow enough that the limit of the minute is never reached.
  for (let n = 1; n < 1_000; n += 1) {
    clock.advance(10_000);
    expect(kinds('detail')).toEqual(['admit']);
    good({}, 'detail');
  }
  clock.advance(60_000);
  expect(kinds('detail', 'inventory')).toEqual(['wait', 'wait']);
  expect(ledger.gap()).toEqual({ gapMs: 108_000, limitedBy: null });
  clock.advance(86_400_000);
  expect(kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('after the certain end of a quota window one request at a time is admitted', () => {
  const { good, clock, ledger, kinds } = createBench();
  good({ ...plenty, dailyRemaining: 1 });
  expect(kinds('inventory')).toEqual(['wait']);
  clock.advance(86_400_000);
  expect(kinds('inventory')).toEqual(['admit']);
  const order = ledger.sent('inventory');
  expect(kinds('inventory')).toEqual(['wait']);
  ledger.answered({ order, usage: { ...plenty, dailyRemaining: 4_999 }, failure: null });
  expect(kinds('inventory')).toEqual(['admit']);
});
