import { beforeEach, expect, test } from 'vitest';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';

const broken = { code: 'upstream_error', status: 503 } as const;

let bench: Bench;
beforeEach(() => {
  bench = createBench();
  bench.good();
  for (let n = 0; n < 4; n += 1) bench.fail(broken);
});

test('row 7: the fifth consecutive failure opens the breaker for 5 s', () => {
  expect(bench.kinds('detail')).toEqual(['admit']);
  bench.fail({ code: 'upstream_timeout' });
  expect(bench.ledger.decide('detail')).toEqual({ kind: 'deny', failure: { code: 'upstream_timeout' } });
  bench.clock.advance(4_999);
  expect(bench.kinds('detail')).toEqual(['deny']);
  bench.clock.advance(1);
  expect(bench.kinds('detail')).toEqual(['admit']);
});

test('row 7: a success resets the count; "no such monitor" counts as a success', () => {
  bench.fail({ code: 'monitor_not_found' }, plenty);
  for (let n = 0; n < 4; n += 1) bench.fail(broken);
  expect(bench.kinds('detail')).toEqual(['admit']);
});

test('row 94: faults of single monitors neither open the breaker nor extend it', () => {
  const failDetails = () => {
    for (let n = 0; n < 9; n += 1) {
      const order = bench.ledger.sent('detail');
      bench.ledger.answered({ order, usage: {}, failure: broken, isSpecific: true });
    }
  };
  failDetails();
  expect(bench.kinds('inventory', 'detail')).toEqual(['admit', 'admit']);
  bench.fail(broken);
  expect(bench.kinds('inventory')).toEqual(['deny']);
  bench.clock.advance(5_000);
  failDetails();
  expect(bench.kinds('inventory')).toEqual(['admit']);
});

test('row 94: a 403 for one monitor leaves the list and the other monitors alone', () => {
  const order = bench.ledger.sent('detail');
  bench.ledger.answered({ order, usage: {}, failure: { code: 'access_denied' }, isSpecific: true });
  expect(bench.kinds('inventory', 'detail')).toEqual(['admit', 'admit']);
  bench.fail({ code: 'access_denied' });
  expect(bench.kinds('inventory', 'detail')).toEqual(['deny', 'deny']);
});

test('row 7: one request at a time, the wait doubles up to 60 s, and any success closes the breaker', () => {
  bench.fail(broken);
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    let waited = 0;
    for (; bench.kinds('inventory')[0] !== 'admit'; waited += 1_000) bench.clock.advance(1_000);
    waits.push(waited / 1_000);
    const order = bench.ledger.sent('inventory');
    expect(bench.kinds('inventory', 'detail')).toEqual(['deny', 'deny']);
    bench.ledger.answered({ order, usage: {}, failure: broken });
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  bench.clock.advance(60_000);
  const order = bench.ledger.sent('detail');
  const { before, after } = bench.ledger.answered({ order, usage: plenty, failure: null });
  expect([before?.cause, after]).toEqual(['breaker', null]);
  expect(bench.kinds('inventory', 'detail')).toEqual(['admit', 'admit']);
});

test('row 7: failures of requests in flight when the breaker opens do not extend it', () => {
  const orders = Array.from({ length: 4 }, () => bench.ledger.sent('inventory'));
  for (const order of orders) bench.ledger.answered({ order, usage: {}, failure: broken });
  bench.clock.advance(5_000);
  expect(bench.kinds('inventory')).toEqual(['admit']);
});

test('a failed probe of a used-up quota continues the backoff and reports the new failure', () => {
  bench.good({ ...plenty, dailyRemaining: 0 });
  bench.clock.advance(900_000);
  bench.fail(broken);
  expect(bench.ledger.decide('list')).toEqual({ kind: 'deny', failure: broken });
  bench.clock.advance(899_999);
  expect(bench.kinds('probe', 'list')).toEqual(['wait', 'deny']);
  bench.clock.advance(1);
  expect(bench.kinds('probe')).toEqual(['admit']);
});
