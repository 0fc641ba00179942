import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/testing/fake-clock';
import { createLedger } from './ledger';

test('nothing is known before the first answer', () => {
  expect(createLedger(createFakeClock()).counters()).toEqual({
    usage: {},
    observedAt: null,
    secondsToReset: null,
    refusal: null,
  });
});

test('a header that an answer leaves out keeps its last value', () => {
  const ledger = createLedger(createFakeClock());
  ledger.observe({ dailyRemaining: 10, monthlyRemaining: 100 });
  ledger.observe({ dailyRemaining: 9 });
  expect(ledger.counters().usage).toEqual({ dailyRemaining: 9, monthlyRemaining: 100 });
});

test('the reset is counted down by monotonic time and ends at zero', () => {
  const clock = createFakeClock();
  const ledger = createLedger(clock);
  ledger.observe({ rateLimitReset: 30 });
  clock.advance(10_500);
  clock.jump(-86_400_000);
  expect(ledger.counters().secondsToReset).toBe(20);
  clock.advance(60_000);
  expect(ledger.counters().secondsToReset).toBe(0);
});

test('a refusal holds until its time, one without a time until an answer', () => {
  const clock = createFakeClock();
  const ledger = createLedger(clock);
  ledger.refused({ code: 'rate_limited', retryAt: clock.now() + 5000 });
  expect(ledger.counters().refusal?.code).toBe('rate_limited');
  clock.advance(5000);
  expect(ledger.counters().refusal).toBeNull();
  ledger.refused({ code: 'daily_quota_exhausted', retryAt: null });
  clock.advance(10 ** 9);
  expect(ledger.counters().refusal?.code).toBe('daily_quota_exhausted');
  ledger.accepted();
  expect(ledger.counters().refusal).toBeNull();
});
