import { expect, test } from 'vitest';
import type { UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { type Bench, createBench, plenty } from './bench.fixtures.ts';
import type { Purpose } from './events.ts';
import { refusalFor } from './refusal-for.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Why a request for this purpose would be refused that cannot wait as long as it would have to. */
function whyNot({ ledger, clock }: Bench, purpose: Purpose = 'inventory'): UpstreamFailure {
  const decision = ledger.decide(purpose);
  if (decision.kind !== 'wait') throw new Error(`it is not a wait: ${decision.kind}`);
  return refusalFor(ledger, decision, clock);
}

test('a wait for the minute is the minute’s, and ends when that does', () => {
  const bench = createBench();
  bench.good({ ...plenty, rateLimitRemaining: 0 });
  // 30 s, and one for whole seconds.
  expect(whyNot(bench)).toEqual({ code: 'rate_limited', retryAt: bench.clock.now() + 31_000 });
});

test.each<[string, UsageHeaders, UpstreamFailure]>([
  ['the day', { dailyRemaining: 2 }, { code: 'daily_quota_exhausted', retryAt: null }],
  ['the month', { monthlyRemaining: 2 }, { code: 'monthly_quota_exhausted', retryAt: null }],
  ['both', { dailyRemaining: 2, monthlyRemaining: 1 }, { code: 'monthly_quota_exhausted', retryAt: null }],
])(
  'row 74: a wait for the last requests of %s is that quota’s, however soon it ends',
  (_, remaining, failure) => {
    const bench = createBench();
    bench.good(plenty);
    bench.clock.advance(23.5 * HOUR_MS);
    bench.good({ ...plenty, ...remaining });
    expect(whyNot(bench)).toEqual(failure);
  },
);

test('row 2: a wait for requests that upstream does not answer is no wait for a quota', () => {
  const bench = createBench();
  bench.ledger.sent('inventory');
  expect(whyNot(bench, 'detail'), 'before anything is known').toEqual({ code: 'upstream_timeout' });
  const warm = createBench();
  warm.good(plenty);
  for (let n = 0; n < 4; n += 1) warm.ledger.sent('detail');
  expect(whyNot(warm, 'detail')).toEqual({ code: 'upstream_timeout' });
});

test.each([
  ['tells none', true],
  ['has not answered well yet', false],
])(
  'row 15: a wait for our own careful count, while upstream %s, says that no quota is known',
  (_, answers) => {
    const bench = createBench();
    for (let n = 0; n < 1000; n += 1) {
      const order = bench.ledger.sent('inventory');
      const failure = answers ? null : ({ code: 'upstream_error', status: 500 } as const);
      bench.ledger.answered({ order, usage: {}, failure });
      bench.clock.advance(70_000);
    }
    expect(whyNot(bench, 'detail')).toEqual({ code: 'quota_unknown', retryAt: bench.clock.now() + 600_000 });
  },
);

test('row 18: while upstream is left alone, it is what for', () => {
  const bench = createBench();
  bench.good();
  bench.fail({ code: 'api_key_rejected' });
  expect(whyNot(bench, 'probe')).toEqual({ code: 'api_key_rejected' });
  const exhausted = createBench();
  exhausted.good({ ...plenty, monthlyRemaining: 0 });
  expect(whyNot(exhausted, 'probe')).toEqual({ code: 'monthly_quota_exhausted', retryAt: null });
});
