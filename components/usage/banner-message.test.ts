import { expect, test } from 'vitest';
import type { Usage } from '@/lib/contract/usage';
import { bannerMessage } from './banner-message';
import { usageOf } from './usage.fixtures';

const reserve = { daily: null, monthly: null };
const left = (remaining: number) => ({
  limit: 100,
  remaining,
  resets_at: null,
  resets_at_local: null,
  runs_out_at: null,
});

/** @param shares the remaining requests of the minute, the day and the month, of 100 each */
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
  ['the only low window', [90, 15, 80], 'daily', '15 % of today’s', slowed],
  ['another window is lower, but this one slows refreshing', [5, 15, 80], 'daily', '15 % of today’s', slowed],
  ['the window that slows refreshing is not low', [90, 15, 60], 'monthly', '15 % of today’s', shared],
  ['refreshing is not slowed', [90, 15, 10], null, '10 % of this month’s', shared],
] as const)(
  'headline and consequence are about the same window: %s',
  (_, shares, limitedBy, headline, rest) => {
    expect(bannerMessage(usage(shares, limitedBy))).toEqual({
      headline: `${headline} requests left.`,
      rest,
    });
  },
);

test.each([
  [null, 'Refreshing resumes when it resets.'],
  ['2026-11-21 00:00 Europe/Berlin', 'Refreshing resumes when it resets at 00:00 (Europe/Berlin).'],
])('a used-up day whose configured reset is %s', (resets_at_local, rest) => {
  const daily = { ...left(0), resets_at_local };
  expect(bannerMessage(usageOf({ state: 'daily_quota_exhausted', daily }))).toEqual({
    headline: 'Daily quota used up.',
    rest,
  });
});
