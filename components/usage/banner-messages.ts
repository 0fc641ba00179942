import type { Usage, UsageCounter, UsageState } from '@/lib/contract/usage';
import { formatAge, formatShare } from '@/lib/format';
import { NEAR } from './tone';

type UsageData = Usage['data'];

/**
 * The window that the banner speaks of: of those that run low, the one that slows the refreshing, else the one nearest
 * to its end. Headline and consequence are about this one, so that neither is read as being about the other.
 */
function bannerWindow(data: UsageData) {
  const windows = [
    { window: 'minute', name: 'this minute’s', counter: data.rate_limit },
    { window: 'daily', name: 'today’s', counter: data.daily },
    { window: 'monthly', name: 'this month’s', counter: data.monthly },
  ].filter(({ counter }) => counter.limit !== null && counter.remaining !== null);
  const share = ({ limit, remaining }: UsageCounter) => (remaining ?? 0) / (limit || 1);
  const limiting = windows.find(
    ({ window, counter }) => window === data.refresh.limited_by && share(counter) < NEAR,
  );
  return limiting ?? windows.sort((a, b) => share(a.counter) - share(b.counter))[0] ?? null;
}

export interface BannerMessage {
  tone: 'warning' | 'critical';
  headline: string;
  rest: string;
}

/** What the banner says, or null while all is well. Exhaustive over the states. */
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
        tone: 'warning',
        headline: `${share} of ${near.name} requests are left.`,
        rest: data.refresh.limited_by === near.window ? slowedMessage(data) : sharedMessage,
      };
    }
    case 'rate_limited':
      return {
        tone: 'critical',
        headline: 'This minute’s requests are used up.',
        rest: 'What you see stays as it was read.',
      };
    case 'daily_quota_exhausted':
      return {
        tone: 'critical',
        headline: 'Today’s requests are used up.',
        rest: 'What you see stays as it was read. The API does not publish when its day begins.',
      };
    case 'monthly_quota_exhausted':
      return {
        tone: 'critical',
        headline: 'This month’s requests are used up.',
        rest: 'What you see stays as it was read. The API does not publish when its month begins.',
      };
    case 'quota_unknown':
      return {
        tone: 'critical',
        headline: 'The API refuses further requests.',
        rest: 'It did not say which limit was reached. What you see stays as it was read.',
      };
  }
}

const sharedMessage = 'Everybody who uses the organization’s API keys shares them.';

/** What the dashboard does about a window that runs low. */
function slowedMessage({ refresh: { wanted_s: wanted, actual_s: actual } }: UsageData): string {
  if (wanted === null) return sharedMessage;
  return `Refreshing every ${formatAge(actual)} instead of ${formatAge(wanted)}, so that they last and others have some.`;
}
