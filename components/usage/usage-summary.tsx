import { Gauge, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOW_QUOTA_SHARE } from '@/lib/contract/limits';
import type { Usage, UsageCounter, UsageState } from '@/lib/contract/usage';
import { formatCompact, formatInteger, formatShare } from '@/lib/text/format';

type MeterTone = 'neutral' | 'warning' | 'critical';

/** The tone of a window's meter; neutral if unknown. */
export function toneOf({ limit, remaining }: UsageCounter): MeterTone {
  if (limit === null || remaining === null) return 'neutral';
  if (remaining <= 0) return 'critical';
  return remaining < limit * LOW_QUOTA_SHARE ? 'warning' : 'neutral';
}

export const stateTones = {
  ok: 'neutral',
  unknown: 'neutral',
  near_limit: 'warning',
  rate_limited: 'critical',
  daily_quota_exhausted: 'critical',
  monthly_quota_exhausted: 'critical',
  quota_unknown: 'critical',
} as const satisfies Record<UsageState, MeterTone>;

export const toneInk: Readonly<Record<MeterTone, string>> = {
  neutral: 'text-ink',
  warning: 'text-overdue',
  critical: 'text-down',
};

/** A summary of the remaining requests: in the chip of the header, and in the banner of a phone. */
export function UsageSummary(props: {
  usage: Usage['data'];
  /** Whether it is the banner of a phone, which has its own line, instead of the chip in the header. */
  isBanner?: boolean;
  /** Replaces the numbers when there is a problem. */
  message?: ReactNode;
}) {
  const { usage, isBanner = false, message } = props;
  const { rate_limit: minute, daily, monthly } = usage;
  const tone = stateTones[usage.state];
  const [quota, period] =
    remainingShare(monthly) < remainingShare(daily) && toneOf(monthly) !== 'neutral'
      ? [monthly, 'this month']
      : [daily, 'today'];
  const Icon = tone === 'neutral' ? Gauge : TriangleAlert;
  const isKnown = minute.limit !== null && minute.remaining !== null;
  return (
    <>
      <Icon className={`size-3.5 shrink-0 ${toneInk[tone]}`} />
      <span className="sr-only">API requests left: </span>
      {/* In the header of a phone only the icon is visible, because large numbers have no room there. */}
      <span className={isBanner ? 'contents' : 'max-sm:sr-only sm:contents'}>
        {message ? null : isKnown ? (
          <RequestsLeft
            remaining={minute.remaining ?? 0}
            limit={minute.limit ?? 0}
            ink={toneInk[toneOf(minute)]}
          >
            <span className={isBanner ? '' : 'sm:max-xl:hidden'}> this minute</span>
          </RequestsLeft>
        ) : (
          <span>no data yet</span>
        )}
        {message ??
          (quota.limit === null || quota.remaining === null ? null : (
            <span>
              <span className="mr-1"> · </span>
              <b className={`font-medium ${toneInk[toneOf(quota)]}`}>
                {formatShare(quota.remaining, quota.limit)}
              </b>{' '}
              of {period}
            </span>
          ))}
      </span>
    </>
  );
}

/** The remaining share; 1 if unknown. */
function remainingShare({ limit, remaining }: UsageCounter): number {
  return limit === null || remaining === null ? 1 : remaining / Math.max(1, limit);
}

/** Limits from this value are formatted compactly, so that three of them fit in one line. */
const COMPACT_FROM = 10_000_000;

/** Remaining requests and limit: "57/60". It has its maximum width, so that following elements do not move. */
export function RequestsLeft(props: { remaining: number; limit: number; ink: string; children?: ReactNode }) {
  const { remaining, limit, ink, children } = props;
  const format = limit >= COMPACT_FROM ? formatCompact : formatInteger;
  const formattedLimit = format(limit);
  return (
    <span
      data-most={`${formattedLimit}/${formattedLimit}`}
      className="inline-grid whitespace-nowrap before:invisible before:col-start-1 before:row-start-1 before:content-[attr(data-most)]"
    >
      <span className="col-start-1 row-start-1">
        <b className={`font-medium ${ink}`}>{format(remaining)}</b>/{formattedLimit}
        {children}
      </span>
    </span>
  );
}
