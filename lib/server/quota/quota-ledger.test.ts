import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageSchema } from '@/lib/contract/usage';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';
import { nothingSpent } from './spending.ts';

const MINUTE = 60_000;

test('before the first response everything is unknown', () => {
  const { ledger } = createBench();
  const nothing = { limit: null, remaining: null, resets_at: null };
  expect(ledger.usage()).toEqual({
    state: 'unknown',
    observed_at: null,
    rate_limit: nothing,
    daily: { ...nothing, resets_at_local: null, runs_out_at: null },
    monthly: { ...nothing, resets_at_local: null, runs_out_at: null },
    spent_here: { since: '2026-11-20T12:00:00.000Z', ...nothingSpent },
    spent_elsewhere: { since: null, daily: 0, monthly: 0 },
    retry_at: null,
    history: [],
  });
  expect(Object.values(ledger.responseCounters())).toEqual(Array(7).fill(null));
});

test('a counter that the API sends alone is passed on alone', () => {
  const { ledger, good } = createBench();
  good({ dailyRemaining: 41 });
  const known = Object.entries(ledger.responseCounters()).filter(([, value]) => value !== null);
  expect(known).toEqual([['X-Quota-Daily-Remaining', 41]]);
});

test('the usage report matches the contract and contains counters and usage by source', () => {
  const { ledger, clock, good } = createBench();
  good();
  clock.advance(MINUTE);
  good({ ...plenty, dailyRemaining: 3_989, monthlyRemaining: 89_989 }, 'detail');
  const usage = ledger.usage();
  expect(usage).toMatchObject({
    state: 'ok',
    observed_at: '2026-11-20T12:01:00.000Z',
    rate_limit: { limit: 60, remaining: 50, resets_at: '2026-11-20T12:01:30.000Z' },
    daily: { limit: 5_000, remaining: 3_989, resets_at: null },
    spent_here: { inventory: 1, detail: 1 },
    spent_elsewhere: { since: '2026-11-20T12:00:00.000Z', daily: 10, monthly: 10 },
  });
  expect(usage.history).toHaveLength(2);
  const reserve = ledger.reserve();
  const refresh = {
    wanted_s: 30,
    actual_s: 30,
    cost: 1,
    limited_by: null,
    paused: false,
    viewers: 1,
    reserve,
  };
  const settings = { known: 0, monitors: 250, state: 'reading', until: null };
  const access = { base_url: 'https://api.test/v1', key_fingerprint: '0f0f', scopes: null, trouble: null };
  const storage = { problem: null, since: null, set_aside: null };
  const replicas = { count: 1, this: 'k3x9', leads: true, storage: 'sqlite' };
  const data = { ...usage, refresh, settings, access, storage, replicas };
  expect(usageSchema.safeParse({ data }).success).toBe(true);
});

test('near_limit means less than a fifth of any window, of the minute only until it ends', () => {
  const { ledger, clock, good } = createBench();
  good({ ...plenty, rateLimitRemaining: 11 });
  expect(ledger.usage().state).toBe('near_limit');
  clock.advance(MINUTE);
  expect(ledger.usage()).toMatchObject({ state: 'ok', rate_limit: { remaining: 60, resets_at: null } });
  good({ ...plenty, monthlyRemaining: 19_999 });
  expect(ledger.usage().state).toBe('near_limit');
});

/** Returns the total decrease of the daily counter in the history, as the chart shows it. */
function pictured(history: readonly { daily_remaining: number | null }[]): number {
  return (history[0]?.daily_remaining ?? 0) - (history.at(-1)?.daily_remaining ?? 0);
}

test('the history shows as many requests as the sums by source, from the first to the last', () => {
  const step = fc.tuple(fc.nat({ max: 5 * MINUTE }), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const { ledger, clock, good } = createBench();
      let dailyRemaining = 4_000;
      for (const [index, [pauseMs, ofOthers]] of steps.entries()) {
        clock.advance(pauseMs);
        // What others used before the first response is not known.
        dailyRemaining -= 1 + (index === 0 ? 0 : ofOthers);
        good({ ...plenty, dailyRemaining });
      }
      const { history, spent_here, spent_elsewhere } = ledger.usage();
      expect(pictured(history)).toBe(spent_here.inventory + spent_elsewhere.daily);
    }),
  );
});

test('runs_out_at is derived from the total rate of the last hour', () => {
  const { ledger, clock, good } = createBench();
  good({ ...plenty, dailyRemaining: 1_000 });
  clock.advance(5 * MINUTE);
  good({ ...plenty, dailyRemaining: 900, monthlyRemaining: 89_900 });
  expect(ledger.usage().daily.runs_out_at).toBeNull();
  for (let left = 800; left >= 0; left -= 100) {
    clock.advance(6 * MINUTE);
    good({ ...plenty, dailyRemaining: left + 50, monthlyRemaining: 89_000 + left });
  }
  // About 1,000 an hour: 50 last 3 minutes, and the monthly quota lasts about 4 days.
  const { daily, monthly } = ledger.usage();
  const leftMs = Date.parse(daily.runs_out_at ?? '') - clock.now();
  expect(leftMs / MINUTE).toBeGreaterThan(2.5);
  expect(leftMs / MINUTE).toBeLessThan(3.5);
  expect(Date.parse(monthly.runs_out_at ?? '')).toBeLessThan(clock.now() + 5 * 86_400_000);
});

test('responseCounters returns the last counters, with the seconds to the reset counted down', () => {
  const { ledger, clock, good } = createBench();
  good({ ...plenty, rateLimitReset: 30 });
  clock.advance(10_500);
  expect(ledger.responseCounters()).toEqual({
    'X-RateLimit-Limit': 60,
    'X-RateLimit-Remaining': 50,
    'X-RateLimit-Reset': 20,
    'X-Quota-Daily-Limit': 5_000,
    'X-Quota-Daily-Remaining': 4_000,
    'X-Quota-Monthly-Limit': 100_000,
    'X-Quota-Monthly-Remaining': 90_000,
  });
  clock.advance(MINUTE);
  expect(ledger.responseCounters()['X-RateLimit-Reset']).toBe(0);
});

test('row 32: a wall clock that jumps by a day changes no decision, no pace and no wait', () => {
  const runs = [0, 86_400_000, -86_400_000].map((jump) => {
    const { ledger, clock, good, fail, kinds } = createBench();
    good();
    clock.advance(5_000);
    clock.jump(jump);
    fail({ code: 'rate_limited', retryAt: null }, { rateLimitRemaining: 0, rateLimitReset: 20 });
    const { retry_at } = ledger.usage();
    const waitMs = Date.parse(retry_at ?? '') - clock.now();
    clock.advance(22_000);
    clock.jump(-2 * jump);
    return {
      waitMs,
      gap: ledger.gap(),
      kinds: kinds('detail', 'inventory'),
      counters: ledger.responseCounters(),
    };
  });
  expect(runs[0]?.waitMs).toBe(22_000);
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});
