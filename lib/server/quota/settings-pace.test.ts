import { expect, test } from 'vitest';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';

const DAY_MS = 86_400_000;
/** A crawl of 3 requests in 15 minutes. */
const idle = { cost: 3, actualS: 900 };

test('settings get a tenth of the requests that the pace allows and crawls leave', () => {
  const { ledger, good } = createBench();
  good();
  const { gapMs } = ledger.gap();
  const spare = 1 / gapMs - 3 / 900_000;
  expect(ledger.settingsGap(idle)).toBeCloseTo(10 / spare, 3);
});

test('no settings are read while the quota lengthens the refresh interval', () => {
  const { ledger, good } = createBench();
  good();
  const pacedS = (3 * ledger.gap().gapMs) / 1000;
  expect(ledger.settingsGap({ cost: 3, actualS: pacedS })).toBe(Number.POSITIVE_INFINITY);
  expect(ledger.settingsGap({ cost: 3, actualS: Math.ceil(2 * pacedS) })).toBeLessThan(DAY_MS);
});

test('at most one request a second is sent, whatever the limits', () => {
  const { ledger, good } = createBench();
  const limits = { rateLimitLimit: 1e9, dailyLimit: 1e9, monthlyLimit: 1e9 };
  const left = { rateLimitRemaining: 1e9, dailyRemaining: 1e9, monthlyRemaining: 1e9 };
  good({ ...plenty, ...limits, ...left });
  expect(ledger.settingsGap(idle)).toBe(1000);
});

test.each([
  ['the minute is low', { ...plenty, rateLimitRemaining: 11 }],
  ['the day is low', { ...plenty, dailyRemaining: 999 }],
  ['the month is low', { ...plenty, monthlyRemaining: 19_999 }],
  ['the minute is unknown', { ...plenty, rateLimitRemaining: undefined }],
  ['the day is unknown', { ...plenty, dailyRemaining: undefined }],
  ['the month is unknown', { ...plenty, monthlyRemaining: undefined }],
])('nothing while %s', (_, usage) => {
  const { ledger, good } = createBench();
  expect(ledger.settingsGap(idle), 'before the first response').toBe(Number.POSITIVE_INFINITY);
  good(Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined)));
  expect(ledger.settingsGap(idle)).toBe(Number.POSITIVE_INFINITY);
});

test('no settings are read after the end of a window until its next counters are seen', () => {
  const { ledger, good, clock } = createBench();
  good();
  clock.advance(DAY_MS + 60_000);
  expect(ledger.settingsGap(idle)).toBe(Number.POSITIVE_INFINITY);
});

test('a request for settings never tests whether a backoff is over', () => {
  const { ledger, good, fail, kinds, clock } = createBench();
  good();
  fail({ code: 'rate_limited', retryAt: null });
  expect(ledger.settingsGap(idle)).toBe(Number.POSITIVE_INFINITY);
  expect(kinds('settings')).toEqual(['deny']);
  clock.advance(120_000);
  expect(kinds('settings', 'inventory')).toEqual(['deny', 'admit']);
  good();
  expect(kinds('settings')).toEqual(['admit']);
});

test('settings wait while anything is in flight, and leave three places to users', () => {
  const { ledger, good, kinds } = createBench();
  good();
  ledger.sent('settings');
  expect(kinds('settings', 'inventory', 'detail')).toEqual(['wait', 'admit', 'admit']);
  ledger.sent('detail');
  ledger.sent('list');
  expect(kinds('detail')).toEqual(['admit']);
});
