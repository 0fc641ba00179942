import { Countdown } from '@/components/errors/error-screen';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import { configuredReset } from '@/components/refresh/refresh-messages';
import { Age } from '@/components/ui/age';
import { LOW_QUOTA_SHARE } from '@/lib/contract/limits';
import type { Usage, UsageCounter } from '@/lib/contract/usage';
import { formatDuration, formatShare } from '@/lib/text/format';
import { stateTones } from './usage-summary';

/**
 * The message of the usage banner.
 *
 * @param props.part the complete message for display (`line`) or for screen readers (`sentence`), or only the headline
 */
export function BannerMessage(props: { usage: Usage['data']; part: 'line' | 'sentence' | 'headline' }) {
  const { usage, part } = props;
  const asOf = useInventoryAsOf();
  const message = bannerMessage(usage);
  if (message === null) return null;
  const { headline, rest } = message;
  if (part === 'headline') return <span className="min-w-0 truncate font-medium">{headline}</span>;
  if (part === 'sentence') return `${headline} ${rest}`;
  const until = usage.retry_at ?? (usage.state === 'rate_limited' ? usage.rate_limit.resets_at : null);
  return (
    <>
      <span aria-hidden title={`${headline} ${rest}`} className="min-w-0 flex-1 truncate text-ink">
        <b className="font-semibold">{headline}</b>{' '}
        {asOf && stateTones[usage.state] === 'critical' ? (
          <>
            Showing data from <Age iso={asOf} suffix=" ago" />.{' '}
          </>
        ) : null}
        {rest}
      </span>
      {until ? (
        <span className="shrink-0 text-ink">
          <Countdown iso={until} />
        </span>
      ) : null}
    </>
  );
}

/** The message of the usage banner: a headline, and the consequence (`rest`); null without a problem. */
export function bannerMessage(data: Usage['data']): { headline: string; rest: string } | null {
  switch (data.state) {
    case 'ok':
    case 'unknown':
      return null;
    case 'near_limit':
      return lowMessage(data);
    case 'rate_limited':
      return { headline: 'Rate limit reached.', rest: 'Refreshing resumes next minute.' };
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

function resumeMessage(data: Usage['data'], quota: 'daily' | 'monthly'): string {
  return `${['Refreshing resumes when it resets', configuredReset(data, quota)].filter(Boolean).join(' ')}.`;
}

/**
 * The message about a low window: the one that slows refreshing, otherwise the one with the smallest remaining share.
 * Headline and consequence are both about this window.
 */
function lowMessage({ rate_limit, daily, monthly, refresh }: Usage['data']) {
  const windows = [
    { window: 'minute', name: 'this minute’s', limitName: 'the rate limit', counter: rate_limit },
    { window: 'daily', name: 'today’s', limitName: 'the daily quota', counter: daily },
    { window: 'monthly', name: 'this month’s', limitName: 'the monthly quota', counter: monthly },
  ].filter(({ counter }) => counter.limit !== null && counter.remaining !== null);
  const share = ({ limit, remaining }: UsageCounter) => (remaining ?? 0) / (limit || 1);
  const limiting = windows.find(
    ({ window, counter }) => window === refresh.limited_by && share(counter) < LOW_QUOTA_SHARE,
  );
  const [lowest] = windows.sort((a, b) => share(a.counter) - share(b.counter));
  const near = limiting ?? lowest;
  if (!near) return null;
  const { wanted_s, actual_s, limited_by } = refresh;
  return {
    headline: `${formatShare(near.counter.remaining ?? 0, near.counter.limit ?? 1)} of ${near.name} requests left.`,
    rest:
      limited_by === near.window && wanted_s !== null
        ? `Refreshing every ${formatDuration(actual_s)} instead of ${formatDuration(wanted_s)} to stay within ${near.limitName}.`
        : 'Shared by the whole organization.',
  };
}
