import { beforeEach, expect, test } from 'vitest';
import type { UpstreamFailure } from '../errors.ts';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';

const unknown = { code: 'quota_unknown', retryAt: null } as const;
const limited = { code: 'rate_limited', retryAt: null } as const;
const MINUTE = 60_000;

let bench: Bench;
beforeEach(() => {
  bench = createBench();
  bench.good();
});

/** Milliseconds until a request for the purpose is admitted, checked every second. */
function opensAfter(purpose: 'inventory' | 'probe', max: number): number {
  for (let waited = 0; waited <= max; waited += 1_000) {
    if (bench.ledger.decide(purpose).kind === 'admit') return waited;
    bench.clock.advance(1_000);
  }
  return Number.POSITIVE_INFINITY;
}

test('row 9: after a 429 with Reset all requests are denied with the failure until Reset plus jitter', () => {
  const wall = bench.clock.now();
  bench.fail(limited, { rateLimitLimit: 60, rateLimitRemaining: 0, rateLimitReset: 20 });
  // 20 s, 1 s because the reset is reported in whole seconds, and 1 s of jitter.
  expect(bench.ledger.decide('detail')).toEqual({
    kind: 'deny',
    failure: { code: 'rate_limited', retryAt: wall + 22_000 },
  });
  bench.clock.advance(21_999);
  expect(bench.kinds('detail', 'list', 'inventory', 'probe')).toEqual(['deny', 'deny', 'deny', 'wait']);
  bench.clock.advance(1);
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('row 9: after the wait one request is admitted first, and the others after its success', () => {
  bench.fail(limited, { rateLimitRemaining: 0, rateLimitReset: 20 });
  bench.clock.advance(22_000);
  const order = bench.ledger.sent('detail');
  expect(bench.kinds('detail')).toEqual(['deny']);
  bench.ledger.answered({ order, usage: plenty, failure: null });
  expect(bench.kinds('detail')).toEqual(['admit']);
});

test('row 10: after a 429 without headers the wait lasts until the last Reset if Remaining was low', () => {
  bench.good({ ...plenty, rateLimitRemaining: 2, rateLimitReset: 40 });
  bench.fail(unknown);
  expect(bench.ledger.decide('list')).toMatchObject({ failure: { code: 'rate_limited' } });
  expect(opensAfter('inventory', 100_000)).toBe(42_000);
});

test('row 10, row 11: otherwise each wait is 60 s, however many 429s there are', () => {
  for (let n = 0; n < 6; n += 1) {
    bench.fail(unknown);
    expect(bench.ledger.decide('list')).toMatchObject({ failure: { code: 'quota_unknown' } });
    expect(opensAfter('inventory', 200_000)).toBe(61_000);
  }
});

test('row 10: a nearly used-up quota is the assumed cause of a 429 that names none', () => {
  bench.good({ ...plenty, dailyRemaining: 30 });
  bench.fail(unknown);
  expect(bench.ledger.decide('list')).toMatchObject({ failure: { code: 'daily_quota_exhausted' } });
});

test('row 96: the last of several 429s that arrive together does not extend the wait', () => {
  const orders = Array.from({ length: 4 }, () => bench.ledger.sent('inventory'));
  for (const order of orders) {
    bench.ledger.answered({ order, usage: {}, failure: unknown });
    bench.clock.advance(5_000);
  }
  expect(opensAfter('inventory', 200_000)).toBe(41_000);
});

test('row 9, row 11: any number of 429s that name the minute wait for its reset each time', () => {
  for (let n = 0; n < 6; n += 1) {
    bench.fail(limited, { rateLimitRemaining: 0, rateLimitReset: 10 });
    // 10 s, 1 s because the reset is reported in whole seconds, and 1 s of jitter.
    expect(opensAfter('inventory', 20_000)).toBe(12_000);
  }
});

test('row 95: a 429 of the old day that arrives after the reset stops nothing', () => {
  bench.good({ ...plenty, dailyRemaining: 1 });
  bench.clock.advance(MINUTE);
  const [late, first] = [bench.ledger.sent('detail'), bench.ledger.sent('detail')];
  bench.clock.advance(1_000);
  bench.ledger.answered({ order: first, usage: { ...plenty, dailyRemaining: 4_999 }, failure: null });
  const failure = { code: 'daily_quota_exhausted', retryAt: null } as const;
  bench.ledger.answered({ order: late, usage: { ...plenty, dailyRemaining: 0 }, failure });
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
  expect(bench.ledger.usage()).toMatchObject({ state: 'ok', daily: { remaining: 4_999 } });
});

test('row 12: a daily Remaining of 0 stops everything except a probe every 15 minutes, even without a 429', () => {
  bench.good({ ...plenty, dailyRemaining: 0 });
  const { decide } = bench.ledger;
  expect(decide('inventory')).toEqual({
    kind: 'deny',
    failure: { code: 'daily_quota_exhausted', retryAt: null },
  });
  expect(bench.kinds('detail', 'list', 'retry')).toEqual(['deny', 'deny', 'deny']);
  expect(opensAfter('probe', 20 * MINUTE)).toBe(15 * MINUTE);
  bench.good({ ...plenty, dailyRemaining: 0 }, 'probe');
  expect(opensAfter('probe', 20 * MINUTE)).toBe(15 * MINUTE);
  bench.good({ ...plenty, dailyRemaining: 4_999 }, 'probe');
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('row 12: a probe is admitted at once when the window has certainly ended', () => {
  bench.clock.advance(24 * 60 * MINUTE - 5 * MINUTE);
  bench.good({ ...plenty, dailyRemaining: 0, monthlyRemaining: 500 });
  expect(opensAfter('probe', 20 * MINUTE)).toBe(5 * MINUTE);
});

test('row 13: the last two requests of a month are reserved for interactive requests', () => {
  bench.good({ ...plenty, monthlyRemaining: 2 });
  expect(bench.kinds('detail', 'list', 'inventory')).toEqual(['admit', 'admit', 'wait']);
  expect(bench.ledger.gap()).toEqual({ gapMs: Number.POSITIVE_INFINITY, limitedBy: 'monthly' });
  bench.clock.advance(24 * 60 * MINUTE);
  expect(bench.kinds('inventory')).toEqual(['admit']);
});

test.each<UpstreamFailure>([
  { code: 'api_key_rejected' },
  { code: 'access_denied' },
  { code: 'missing_scope', requiredScope: 'monitors:read', grantedScopes: [] },
])('row 18, row 19, row 20: $code: one probe per 5 minutes, all other requests are denied', (failure) => {
  bench.fail(failure);
  bench.clock.advance(5 * MINUTE - 1);
  expect(bench.ledger.decide('list')).toEqual({ kind: 'deny', failure });
  expect(bench.kinds('probe')).toEqual(['wait']);
  bench.clock.advance(1);
  expect(bench.kinds('probe', 'list')).toEqual(['admit', 'deny']);
  const order = bench.ledger.sent('probe');
  expect(bench.kinds('probe')).toEqual(['wait']);
  bench.ledger.answered({ order, usage: plenty, failure: null });
  expect(bench.kinds('probe', 'list')).toEqual(['admit', 'admit']);
});

test('row 18: a success of a request sent before the rejection does not end it', () => {
  const [first, second] = [bench.ledger.sent('list'), bench.ledger.sent('list')];
  bench.ledger.answered({ order: first, usage: {}, failure: { code: 'api_key_rejected' } });
  bench.ledger.answered({ order: second, usage: plenty, failure: null });
  expect(bench.kinds('list')).toEqual(['deny']);
});
