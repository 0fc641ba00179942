import { beforeEach, expect, test } from 'vitest';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';

const MINUTE = 60_000;
const broken = { code: 'upstream_error', status: 502 } as const;
const few = { ...plenty, monthlyRemaining: 8 };
/** A response without the counters of the quotas. */
const unreported = { rateLimitRemaining: 50, rateLimitReset: 30 };

let bench: Bench;
beforeEach(() => {
  bench = createBench();
  bench.good(few);
});

/** Fails requests until they may have used the rest of the quota. Pauses let the breaker close. */
function failUntilInDoubt(): void {
  for (let n = 0; n < few.monthlyRemaining; n += 1) {
    bench.clock.advance(2 * MINUTE);
    bench.fail(broken);
  }
}

test('row 91: when failed requests may have used the rest of a quota, one request per 15 minutes asks for the counter', () => {
  failUntilInDoubt();
  for (let n = 0; n < 3; n += 1) {
    expect(bench.ledger.decide('detail')).toEqual({ kind: 'deny', failure: broken });
    expect(bench.ledger.gap(), 'the list reports it').toEqual({
      gapMs: Number.POSITIVE_INFINITY,
      limitedBy: 'monthly',
    });
    expect(bench.ledger.usage()).toMatchObject({ state: 'quota_unknown', monthly: { remaining: 8 } });
    bench.clock.advance(15 * MINUTE - 1);
    expect(bench.kinds('detail', 'inventory', 'probe')).toEqual(['deny', 'deny', 'wait']);
    bench.clock.advance(1);
    expect(bench.kinds('detail', 'inventory', 'probe')).toEqual(['admit', 'admit', 'admit']);
    bench.fail(broken);
  }
  bench.clock.advance(15 * MINUTE);
  bench.good({ ...plenty, monthlyRemaining: 7 }, 'detail');
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('row 91: responses that arrive together do not extend the wait', () => {
  for (let n = 0; n < few.monthlyRemaining - 1; n += 1) bench.good(unreported);
  const orders = [bench.ledger.sent('detail'), bench.ledger.sent('detail')];
  for (const order of orders) {
    bench.ledger.answered({ order, usage: {}, failure: broken });
    bench.clock.advance(5_000);
  }
  bench.clock.advance(15 * MINUTE - 10_000);
  expect(bench.kinds('detail')).toEqual(['admit']);
});

test('row 91: a quota in doubt does not reserve its last two requests', () => {
  for (let n = 0; n < few.monthlyRemaining - 1; n += 1) {
    bench.clock.advance(2 * MINUTE);
    bench.fail(broken);
  }
  bench.clock.advance(2 * MINUTE);
  expect(bench.kinds('inventory')).toEqual(['admit']);
});

test('row 91: when successful responses stop reporting a quota, one request per 15 minutes asks for the counter, too', () => {
  for (let n = 0; n < few.monthlyRemaining; n += 1) bench.good(unreported);
  const retryAt = bench.clock.now() + 15 * MINUTE;
  expect(bench.ledger.decide('detail')).toEqual({
    kind: 'deny',
    failure: { code: 'quota_unknown', retryAt },
  });
  bench.clock.advance(15 * MINUTE);
  bench.good({ ...plenty, monthlyRemaining: 7 });
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('row 91: after a Remaining of 0, a success that does not report the quota makes the rest unknown', () => {
  bench.good({ ...plenty, monthlyRemaining: 0 });
  bench.clock.advance(15 * MINUTE);
  bench.good(unreported, 'probe');
  expect(bench.ledger.usage().state).toBe('quota_unknown');
  bench.clock.advance(15 * MINUTE);
  expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
});

test('row 15: when a quota is not reported for longer than its window, our own limits apply', () => {
  for (let n = 0; n < few.monthlyRemaining; n += 1) bench.good(unreported);
  bench.clock.advance(31 * 24 * 60 * MINUTE);
  for (let n = 0; n < 3; n += 1) {
    expect(bench.kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
    bench.good(unreported);
  }
});

test('row 91: a 429 that names the month ends the doubt: the month is used up', () => {
  failUntilInDoubt();
  bench.clock.advance(15 * MINUTE);
  bench.fail({ code: 'monthly_quota_exhausted', retryAt: null }, { ...plenty, monthlyRemaining: 0 });
  expect(bench.ledger.usage().state).toBe('monthly_quota_exhausted');
});
