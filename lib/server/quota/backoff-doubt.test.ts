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

/** Lets requests fail, with pauses in which the breaker closes, until they may have used everything that was left. */
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

test('row 91: responses of one moment do not extend the wait', () => {
  for (let n = 0; n < few.monthlyRemaining - 1; n += 1) bench.good(unreported);
  const orders = [bench.ledger.sent('detail'), bench.ledger.sent('detail')];
  for (const order of orders) {
    bench.ledger.answered({ order, usage: {}, failure: broken });
    bench.clock.advance(5_000);
  }
  bench.clock.advance(15 * MINUTE - 10_000);
  expect(bench.kinds('detail')).toEqual(['admit']);
});

test('row 91: the last two of a quota are not reserved because of doubt', () => {
  for (let n = 0; n < few.monthlyRemaining - 1; n += 1) {
    bench.clock.advance(2 * MINUTE);
    bench.fail(broken);
  }
  bench.clock.advance(2 * MINUTE);
  expect(bench.kinds('inventory')).toEqual(['admit']);
});

test('row 91: when successful responses stop reporting a quota, the counter is asked for in the same way', () => {
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

test('row 91: when a success after a Remaining of 0 does not report the quota, it is unknown what is left', () => {
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

test('row 91: a 429 during doubt that names the month says that it is used up', () => {
  failUntilInDoubt();
  bench.clock.advance(15 * MINUTE);
  bench.fail({ code: 'monthly_quota_exhausted', retryAt: null }, { ...plenty, monthlyRemaining: 0 });
  expect(bench.ledger.usage().state).toBe('monthly_quota_exhausted');
});
