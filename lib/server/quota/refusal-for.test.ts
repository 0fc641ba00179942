import { expect, test } from 'vitest';
import { createBench, plenty } from './bench.fixtures.ts';
import { refusalFor } from './refusal-for.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('a wait within a minute window is the minute’s, and ends when that does', () => {
  const { clock, ledger, good } = createBench();
  good({ ...plenty, rateLimitRemaining: 0 });
  const until = clock.monotonic() + MINUTE_MS;
  expect(refusalFor(ledger, until, clock)).toEqual({
    code: 'rate_limited',
    retryAt: clock.now() + MINUTE_MS,
  });
});

test('row 74: a longer wait is that of the quota whose last requests are left to people', () => {
  const { clock, ledger, good } = createBench();
  const until = clock.monotonic() + 20 * HOUR_MS;
  good({ ...plenty, dailyRemaining: 2 });
  expect(refusalFor(ledger, until, clock)).toEqual({ code: 'daily_quota_exhausted', retryAt: null });
  good({ ...plenty, dailyRemaining: 2, monthlyRemaining: 1 });
  expect(refusalFor(ledger, until, clock)).toEqual({ code: 'monthly_quota_exhausted', retryAt: null });
});

test('row 18: while upstream is left alone, it is what for', () => {
  const { clock, ledger, good, fail } = createBench();
  good();
  fail({ code: 'api_key_rejected' });
  expect(refusalFor(ledger, clock.monotonic() + HOUR_MS, clock)).toEqual({ code: 'api_key_rejected' });
  const exhausted = createBench();
  exhausted.good({ ...plenty, monthlyRemaining: 0 });
  expect(refusalFor(exhausted.ledger, HOUR_MS, exhausted.clock)).toEqual({
    code: 'monthly_quota_exhausted',
    retryAt: null,
  });
});
