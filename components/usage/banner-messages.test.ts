import { expect, test } from 'vitest';
import type { Usage } from '@/lib/contract/usage';
import { bannerMessage } from './banner-messages';
import { usageOf } from './usage.fixtures';

const reserve = { daily: null, monthly: null };
const left = (remaining: number) => ({ limit: 100, remaining, resets_at: null, runs_out_at: null });

/** @param shares how many of 100 are left of the minute, the day and the month */
function usage([minute, day, month]: readonly number[], limitedBy: Usage['data']['refresh']['limited_by']) {
  return usageOf({
    state: 'near_limit',
    rate_limit: left(minute ?? 0),
    daily: left(day ?? 0),
    monthly: left(month ?? 0),
    refresh: {
      wanted_s: 30,
      actual_s: 300,
      cost: 3,
      limited_by: limitedBy,
      paused: false,
      viewers: 1,
      reserve,
    },
  });
}

const slowed = 'Refreshing every 5 min instead of 30 s to stay within the daily quota.';
const shared = 'Shared by the whole organization.';

test.each([
  ['the only one', [90, 15, 80], 'daily', '15 % of today’s', slowed],
  ['nearer to its end, but another slows the refreshing', [5, 15, 80], 'daily', '15 % of today’s', slowed],
  ['the one that slows is not low itself', [90, 15, 60], 'monthly', '15 % of today’s', shared],
  ['nothing slows', [90, 15, 10], null, '10 % of this month’s', shared],
  ['the operator slows', [10, 90, 90], 'operator', '10 % of this minute’s', shared],
] as const)('headline and consequence are of one window: %s', (_, shares, limitedBy, headline, rest) => {
  expect(bannerMessage(usage(shares, limitedBy))).toEqual({
    headline: `${headline} requests left.`,
    rest,
  });
});
