import { expect, test } from 'vitest';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import type { Purpose } from './events.ts';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';
import { refusalFor } from './refusal-for.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The failure of a request for this purpose that cannot wait as long as required. */
function refusalOf({ ledger, clock }: Bench, purpose: Purpose = 'inventory'): UpstreamFailure {
  const decision = ledger.decide(purpose);
  if (decision.kind !== 'wait') throw new Error(`it is not a wait: ${decision.kind}`);
  return refusalFor(ledger, decision, clock);
}

test('a wait for the minute fails with rate_limited, with the reset of the minute as retry time', () => {
  const bench = createBench();
  bench.good({ ...plenty, rateLimitRemaining: 0 });
  // 30 s, and 1 s because the reset is reported in whole seconds.
  expect(refusalOf(bench)).toEqual({ code: 'rate_limited', retryAt: bench.clock.now() + 31_000 });
});

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
    expect(refusalOf(bench)).toEqual(failure);
  },
);

test('row 2: a wait for requests in flight fails with upstream_timeout', () => {
  const bench = createBench();
  bench.ledger.sent('inventory');
  expect(refusalOf(bench, 'detail'), 'before the first response').toEqual({ code: 'upstream_timeout' });
  const warm = createBench();
  warm.good(plenty);
  for (let n = 0; n < 4; n += 1) warm.ledger.sent('detail');
  expect(refusalOf(warm, 'detail')).toEqual({ code: 'upstream_timeout' });
});

test('row 91: a wait for requests in flight that may use the rest of a quota does not say that it is used up', () => {
  const bench = createBench();
  bench.good({ ...plenty, monthlyRemaining: 1 });
  bench.ledger.sent('detail');
  expect(refusalOf(bench, 'detail')).toEqual({ code: 'upstream_timeout' });
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
  expect(refusalOf(bench, 'detail')).toEqual({ code: 'quota_unknown', retryAt: bench.clock.now() + 600_000 });
});

test('row 18: during a backoff the failure of the backoff is returned', () => {
  const bench = createBench();
  bench.good();
  bench.fail({ code: 'api_key_rejected' });
  expect(refusalOf(bench, 'probe')).toEqual({ code: 'api_key_rejected' });
  const exhausted = createBench();
  exhausted.good({ ...plenty, monthlyRemaining: 0 });
  expect(refusalOf(exhausted, 'probe')).toEqual({ code: 'monthly_quota_exhausted', retryAt: null });
});
