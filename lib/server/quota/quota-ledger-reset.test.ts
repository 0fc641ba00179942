import { expect, test } from 'vitest';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The test bench begins at noon (UTC). */
const setting = '13:00 Europe/Berlin day 21';
const usedUp = { ...plenty, dailyRemaining: 0 };

test('resets_at is the next configured reset, also in the local time of the setting', () => {
  const { ledger, clock, good } = createBench(setting);
  expect(ledger.usage().daily, 'before the first response').toMatchObject({
    resets_at: null,
    resets_at_local: null,
  });
  good();
  expect(ledger.usage()).toMatchObject({
    daily: { resets_at: '2026-11-21T12:00:00.000Z', resets_at_local: '2026-11-21 13:00 Europe/Berlin' },
    monthly: { resets_at: '2026-11-21T12:00:00.000Z', resets_at_local: '2026-11-21 13:00 Europe/Berlin' },
  });
  clock.advance(25 * HOUR);
  // No response has shown the new windows yet.
  expect(ledger.usage()).toMatchObject({
    daily: { resets_at: '2026-11-22T12:00:00.000Z' },
    monthly: { resets_at: '2026-12-21T12:00:00.000Z' },
  });
});

test('runs_out_at is null when the quota lasts until the configured reset', () => {
  const runsOutAt = (reset?: string) => {
    const { ledger, clock, good } = createBench(reset);
    for (let n = 0; n < 30; n += 1) {
      good({ ...plenty, dailyRemaining: 700 - 2 * n });
      clock.advance(MINUTE);
    }
    return ledger.usage().daily.runs_out_at;
  };
  // 640 requests last for 5 hours and 20 minutes.
  expect(runsOutAt()).toMatch(/^2026-11-20T17:/);
  expect(runsOutAt('18:30')).toMatch(/^2026-11-20T17:/);
  expect(runsOutAt('17:30')).toBeNull();
});

test('row 12: a used-up quota is asked for every 15 minutes, and shortly after the configured reset', () => {
  const { ledger, clock, good, kinds } = createBench('12:20');
  good(usedUp);
  const retryAt = clock.now() + 20 * MINUTE + 17_500;
  expect(ledger.decide('detail')).toMatchObject({ kind: 'deny', failure: { retryAt } });
  expect(ledger.usage().retry_at).toBe('2026-11-20T12:20:17.500Z');
  clock.advance(15 * MINUTE);
  expect(kinds('probe')).toEqual(['admit']);
  good(usedUp, 'probe');
  clock.advance(5 * MINUTE + 17_499);
  expect(kinds('probe')).toEqual(['wait']);
  clock.advance(1);
  expect(kinds('probe')).toEqual(['admit']);
  good({ ...plenty, dailyRemaining: 4_999 }, 'probe');
  expect(ledger.usage()).toMatchObject({ state: 'ok', daily: { resets_at: '2026-11-21T12:20:00.000Z' } });
});

test('row 10: a 429 without headers after the reset is followed by the next probe after 15 minutes', () => {
  const { clock, good, fail, kinds } = createBench('12:20');
  good(usedUp);
  clock.advance(20 * MINUTE + 20_000);
  expect(kinds('probe')).toEqual(['admit']);
  fail({ code: 'quota_unknown', retryAt: null });
  clock.advance(15 * MINUTE - 1);
  expect(kinds('probe')).toEqual(['wait']);
  clock.advance(1);
  expect(kinds('probe')).toEqual(['admit']);
});

test('the state of a process without the setting is rescheduled', () => {
  const [before, after] = [createBench(), createBench('18:00')];
  before.good();
  after.ledger.replace(before.ledger.current());
  expect(after.ledger.usage().daily.resets_at).toBe('2026-11-20T18:00:00.000Z');
  before.ledger.replace(after.ledger.current());
  expect(before.ledger.usage().daily.resets_at).toBeNull();
});
