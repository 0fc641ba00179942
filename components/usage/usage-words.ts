import type { MeterTone } from '@/components/ui/meter';
import type { Usage, UsageCounter, UsageState } from '@/lib/contract/usage';
import { formatAge, formatShare } from '@/lib/format';

type UsageData = Usage['data'];

/** Below this share of a window its meter turns amber (design: quota, `near_limit`). */
const NEAR = 0.2;

export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'calm';
  if (remaining <= 0) return 'out';
  return remaining < limit * NEAR ? 'near' : 'calm';
}

/** The window that is nearest to its end, as a sentence's beginning. */
function nearest(data: UsageData): { name: string; counter: UsageCounter } | null {
  const windows = [
    { name: 'this minute’s', counter: data.rate_limit },
    { name: 'today’s', counter: data.daily },
    { name: 'this month’s', counter: data.monthly },
  ].filter(({ counter }) => counter.limit !== null && counter.remaining !== null);
  const share = ({ limit, remaining }: UsageCounter) => (remaining ?? 0) / (limit || 1);
  return windows.sort((a, b) => share(a.counter) - share(b.counter))[0] ?? null;
}

export interface BannerWords {
  tone: 'near' | 'out';
  headline: string;
  rest: string;
}

/** What the banner says, or null while all is well. Exhaustive over the states. */
export function bannerWords(data: UsageData): BannerWords | null {
  const state: UsageState = data.state;
  switch (state) {
    case 'ok':
    case 'unknown':
      return null;
    case 'near_limit': {
      const near = nearest(data);
      if (!near) return null;
      const share = formatShare(near.counter.remaining ?? 0, near.counter.limit ?? 1);
      return {
        tone: 'near',
        headline: `${share} of ${near.name} requests are left.`,
        rest: refreshWords(data),
      };
    }
    case 'rate_limited':
      return {
        tone: 'out',
        headline: 'This minute’s requests are used up.',
        rest: 'What you see stays as it was read.',
      };
    case 'daily_quota_exhausted':
      return {
        tone: 'out',
        headline: 'Today’s requests are used up.',
        rest: 'What you see stays as it was read. The API does not publish when its day begins.',
      };
    case 'monthly_quota_exhausted':
      return {
        tone: 'out',
        headline: 'This month’s requests are used up.',
        rest: 'What you see stays as it was read. The API does not publish when its month begins.',
      };
    case 'quota_unknown':
      return {
        tone: 'out',
        headline: 'The API refuses further requests.',
        rest: 'It did not say which limit was reached. What you see stays as it was read.',
      };
  }
}

/** What the dashboard does about a window that runs low. */
function refreshWords({ refresh }: UsageData): string {
  const { limited_by: limit, wanted_s: wanted, actual_s: actual } = refresh;
  if (limit === null || limit === 'operator' || wanted === null) {
    return 'Everybody who uses the organization’s API keys shares them.';
  }
  return `Refreshing every ${formatAge(actual)} instead of ${formatAge(wanted)}, so that they last and others have some.`;
}
