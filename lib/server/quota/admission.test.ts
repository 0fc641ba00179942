import { expect, test } from 'vitest';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';
import type { Purpose } from './upstream-request.ts';

const HOUR_MS = 3_600_000;

test('background requests leave a fifth of the minute, and interactive requests leave two', () => {
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
  expect(ledger.decide('detail')).toEqual({
    kind: 'wait',
    until: 31_000,
    failure: { code: 'rate_limited', retryAt: clock.now() + 31_000 },
  });
  clock.advance(31_000);
  expect(kinds('detail', 'inventory')).toEqual(['admit', 'admit']);
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

/** Returns the failure of a request for this purpose that cannot wait as long as required. */
function failureOf({ ledger }: Bench, purpose: Purpose = 'inventory'): UpstreamFailure {
  const decision = ledger.decide(purpose);
  if (decision.kind !== 'wait') throw new Error(`it is not a wait: ${decision.kind}`);
  return decision.failure;
}

test.each<[string, UsageHeaders, UpstreamFailure]>([
  ['the day', { dailyRemaining: 2 }, { code: 'daily_quota_exhausted', retryAt: null }],
  ['the month', { monthlyRemaining: 2 }, { code: 'monthly_quota_exhausted', retryAt: null }],
  ['both', { dailyRemaining: 2, monthlyRemaining: 1 }, { code: 'monthly_quota_exhausted', retryAt: null }],
])(
  'row 74: a wait for %s fails with the code of that quota, even shortly before its end',
  (_, remaining, failure) => {
    const bench = createBench();
    bench.good(plenty);
    bench.clock.advance(23.5 * HOUR_MS);
    bench.good({ ...plenty, ...remaining });
    expect(failureOf(bench)).toEqual(failure);
  },
);

test('row 2: one request is admitted before the first response, then four at a time, whatever their purpose; the others wait for a response', () => {
  const bench = createBench();
  const admitAndFill = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      expect(bench.kinds('detail')).toEqual(['admit']);
      bench.ledger.sent('detail');
    }
    expect(bench.kinds('detail', 'list', 'inventory', 'probe')).toEqual(Array(4).fill('wait'));
    expect(failureOf(bench, 'detail')).toEqual({ code: 'upstream_timeout' });
  };
  admitAndFill(1);
  const [first] = bench.ledger.current().inFlight.requests;
  bench.ledger.answered({ order: first?.order ?? 0, usage: plenty, failure: null });
  admitAndFill(4);
});

test('row 91: a wait for requests in flight that may use the rest of a quota does not say that it is used up', () => {
  const bench = createBench();
  bench.good({ ...plenty, monthlyRemaining: 1 });
  bench.ledger.sent('detail');
  expect(failureOf(bench, 'detail')).toEqual({ code: 'upstream_timeout' });
});

test.each([
  ['reports no quota', true],
  ['has not responded successfully yet', false],
])('row 15: a wait for our own daily limit, while upstream %s, fails with quota_unknown', (_, answers) => {
  const bench = createBench();
  for (let n = 0; n < 1000; n += 1) {
    const order = bench.ledger.sent('inventory');
    const failure = answers ? null : ({ code: 'upstream_error', status: 500 } as const);
    bench.ledger.answered({ order, usage: {}, failure });
    bench.clock.advance(70_000);
  }
  expect(failureOf(bench, 'detail')).toEqual({ code: 'quota_unknown', retryAt: bench.clock.now() + 600_000 });
});

test('row 18: during a backoff the failure of the backoff is returned', () => {
  const bench = createBench();
  bench.good();
  bench.fail({ code: 'api_key_rejected' });
  expect(failureOf(bench, 'probe')).toEqual({ code: 'api_key_rejected' });
  const exhausted = createBench();
  exhausted.good({ ...plenty, monthlyRemaining: 0 });
  expect(failureOf(exhausted, 'probe')).toEqual({ code: 'monthly_quota_exhausted', retryAt: null });
});
