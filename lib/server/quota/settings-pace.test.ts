import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from '../../reference-api/limiter.ts';
import { generated } from '../../testing/property-runs.ts';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What one request of Sightline, or several of others, do next. */
const steps = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 6, arbitrary: fc.nat({ max: 3_000 }) },
      { weight: 1, arbitrary: fc.nat({ max: 4 * HOUR_MS }) },
    ),
    sends: fc.constantFrom('settings', 'settings', 'settings', 'inventory', 'detail', 'others'),
  }),
  { minLength: 100, maxLength: 400, size: 'max' },
);
const limits = fc.record({
  minute: fc.integer({ min: 1, max: 60 }),
  daily: fc.integer({ min: 20, max: 600 }),
  monthly: fc.integer({ min: 100, max: 3_000 }),
});

test('settings use half of a minute at most, and a quarter of the day and a tenth of the month that are left', () => {
  let all = 0;
  fc.assert(
    fc.property(limits, steps, (limit, list) => {
      const { ledger, clock } = createBench();
      const limiter = createLimiter();
      /** The settings read in each window, by its end or date. */
      const used = new Map<string, number>();
      const count = (window: string, more: number) => {
        used.set(window, (used.get(window) ?? 0) + more);
        return used.get(window) ?? 0;
      };
      const take = (key: string) => limiter.take(key, 'org', limit, clock.now());
      for (const { afterMs, sends } of list) {
        clock.advance(afterMs);
        if (sends === 'others') {
          for (let n = 0; n < 3; n += 1) take('of others');
          continue;
        }
        if (ledger.decide(sends).kind !== 'admit') continue;
        const pace = ledger.settingsPace(1_000);
        if (sends === 'settings' && (pace.kind !== 'open' || !Number.isFinite(pace.gapMs))) continue;
        const order = ledger.sent(sends);
        const { refusedBy, remaining, resetSeconds } = take('ours');
        expect(refusedBy).not.toBe('minute');
        if (refusedBy !== null) {
          // Others have used the rest since the last answer.
          ledger.answered({ order, usage: {}, failure: { code: 'daily_quota_exhausted', retryAt: null } });
          continue;
        }
        if (sends === 'settings') {
          all += 1;
          const date = new Date(clock.now()).toISOString();
          const minute = Math.round((clock.now() + resetSeconds * 1000) / 2_000);
          expect(count(`minute ${minute}`, 1)).toBeLessThanOrEqual(limit.minute / 2);
          // The reset of a quota is seen with the answer to one request, which may be of settings.
          const day = count(date.slice(0, 10), 1) - 1;
          expect(day).toBeLessThanOrEqual((remaining.daily - 0.01 * limit.daily + day) / 4 + 1);
          const month = count(date.slice(0, 7), 1) - 1;
          expect(month).toBeLessThanOrEqual((remaining.monthly - 0.01 * limit.monthly + month) / 10 + 1);
        }
        const usage = {
          rateLimitLimit: limit.minute,
          rateLimitRemaining: remaining.minute,
          rateLimitReset: resetSeconds,
          dailyLimit: limit.daily,
          dailyRemaining: remaining.daily,
          monthlyLimit: limit.monthly,
          monthlyRemaining: remaining.monthly,
        };
        ledger.answered({ order, usage, failure: null });
      }
    }),
    { numRuns: generated(200) },
  );
  expect(all).toBeGreaterThan(100);
});

test('all settings are read at half of the minute’s limit, and later ones after the reset', () => {
  const { ledger, clock, good } = createBench();
  good({ ...plenty, dailyRemaining: 5_000, monthlyRemaining: 100_000 });
  const { pace, inMs } = paceOf(ledger.settingsPace(1_000));
  expect(pace).toMatchObject({ gapMs: 2_000 });
  expect(inMs).toBe(1_000 * 2_000);
  // A quarter of 4,950 a day, the first at once.
  expect(paceOf(ledger.settingsPace(1_237 + 100)).inMs).toBe(DAY_MS + 100 * 2_000);
  expect(paceOf(ledger.settingsPace(4 * 1_237)).inMs).toBe(3 * DAY_MS + 1_237 * 2_000);
  for (let n = 0; n < 1_237; n += 1) {
    good({ ...plenty, dailyRemaining: 4_999 - n, monthlyRemaining: 99_999 - n }, 'settings');
  }
  expect(ledger.settingsPace(100)).toMatchObject({ gapMs: Number.POSITIVE_INFINITY });
  expect(ledger.settingsPace(0), 'a modified monitor is still read').toMatchObject({
    gapMs: ledger.gap().gapMs * 10,
  });
  clock.advance(DAY_MS);
  good({ ...plenty, dailyRemaining: 5_000, monthlyRemaining: 98_763 });
  expect(ledger.settingsPace(100), 'after the reset').toMatchObject({ gapMs: 2_000 });

  function paceOf(pace: ReturnType<typeof ledger.settingsPace>) {
    return { pace, inMs: (pace.kind === 'open' ? (pace.until ?? 0) : 0) - clock.monotonic() };
  }
});

test.each([
  ['low', { ...plenty, dailyRemaining: 999 }],
  ['low', { ...plenty, monthlyRemaining: 19_999 }],
  ['low', { ...plenty, rateLimitLimit: 1, rateLimitRemaining: 1 }],
  ['unknown', { ...plenty, rateLimitRemaining: undefined }],
  ['unknown', { ...plenty, dailyRemaining: undefined }],
  ['unknown', { ...plenty, monthlyRemaining: undefined }],
])('no settings are read while the quota is %s', (kind, usage) => {
  const { ledger, good } = createBench();
  expect(ledger.settingsPace(1), 'before the first response').toEqual({ kind: 'unknown' });
  good(Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined)));
  expect(ledger.settingsPace(1)).toEqual({ kind });
});

test('no settings are read after the end of a window until its next counters are seen', () => {
  const { ledger, good, clock } = createBench();
  good();
  clock.advance(DAY_MS + 60_000);
  expect(ledger.settingsPace(1)).toEqual({ kind: 'unknown' });
});

test('a request for settings never tests whether a backoff is over', () => {
  const { ledger, good, fail, kinds, clock } = createBench();
  good();
  fail({ code: 'rate_limited', retryAt: null });
  expect(ledger.settingsPace(1)).toEqual({ kind: 'low' });
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
