import { configuredReset } from '@/components/refresh-interval/configured-reset';
import { LOW_QUOTA_SHARE } from '@/lib/contract/quota-rules';
import type { Usage, UsageCounter, UsageState } from '@/lib/contract/usage';
import { formatDuration, formatShare } from '@/lib/text/format';

type UsageData = Usage['data'];
type UsageWindow = keyof typeof limitNames;

/**
 * The window of the banner message: of the windows that run low, the one that slows refreshing, otherwise the
 * one with the smallest remaining share. Headline and consequence are both about this window.
 */
function bannerWindow(data: UsageData) {
  const windows = [
    { window: 'minute' as const, name: 'this minute’s', counter: data.rate_limit },
    { window: 'daily' as const, name: 'today’s', counter: data.daily },
    { window: 'monthly' as const, name: 'this month’s', counter: data.monthly },
  ].filter(({ counter }) => counter.limit !== null && counter.remaining !== null);
  const share = ({ limit, remaining }: UsageCounter) => (remaining ?? 0) / (limit || 1);
  const limiting = windows.find(
    ({ window, counter }) => window === data.refresh.limited_by && share(counter) < LOW_QUOTA_SHARE,
  );
  return limiting ?? windows.sort((a, b) => share(a.counter) - share(b.counter))[0] ?? null;
}

/** The message of the usage banner: a headline, and the consequence (`rest`). */
export interface BannerMessage {
  headline: string;
  rest: string;
}

/** The message of the usage banner; null without a problem. The switch is exhaustive over the states. */
export function bannerMessage(data: UsageData): BannerMessage | null {
  const state: UsageState = data.state;
  switch (state) {
    case 'ok':
    case 'unknown':
      return null;
    case 'near_limit': {
      const near = bannerWindow(data);
      if (!near) return null;
      const share = formatShare(near.counter.remaining ?? 0, near.counter.limit ?? 1);
      return {
        headline: `${share} of ${near.name} requests left.`,
        rest: data.refresh.limited_by === near.window ? slowedMessage(data, near.window) : sharedMessage,
      };
    }
    case 'rate_limited':
      return {
        headline: 'Rate limit reached.',
        rest: 'Refreshing resumes next minute.',
      };
    case 'daily_quota_exhausted':
      return { headline: 'Daily quota used up.', rest: resumeMessage(data, 'daily') };
    case 'monthly_quota_exhausted':
      return { headline: 'Monthly quota used up.', rest: resumeMessage(data, 'monthly') };
    case 'quota_unknown':
      return {
        headline: 'Remaining requests unknown.',
        rest: 'The API didn’t say what is left. Refreshing is on hold.',
      };
  }
}

function resumeMessage(data: UsageData, quota: 'daily' | 'monthly'): string {
  return `${['Refreshing resumes when it resets', configuredReset(data, quota)].filter(Boolean).join(' ')}.`;
}

const sharedMessage = 'Shared by the whole organization.';

/** The message about slower refreshing because of a window. */
function slowedMessage(
  { refresh: { wanted_s: requested, actual_s: actual } }: UsageData,
  window: UsageWindow,
): string {
  if (requested === null) return sharedMessage;
  return `Refreshing every ${formatDuration(actual)} instead of ${formatDuration(requested)} to stay within ${limitNames[window]}.`;
}

const limitNames = {
  minute: 'the rate limit',
  daily: 'the daily quota',
  monthly: 'the monthly quota',
} as const;
