'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronUp, Gauge, TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { headerButtonClass } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import type { Usage, UsageCounter } from '@/lib/contract/usage';
import { formatCompact, formatInteger, formatShare } from '@/lib/text/format';
import {
  resetMessage,
  stateTones,
  toneInk,
  toneOf,
  type UsageWindow,
  usageWindows,
  WindowMeter,
} from './usage-windows';

// Usually there is none.
const BannerMessage = inBoundary(
  dynamic(() => import('./banner-message').then((file) => file.BannerMessage)),
  <span className="ml-auto">Couldn’t load this section. Reload the page.</span>,
);

const tints = { neutral: 'bg-surface', warning: 'bg-overdue-soft', critical: 'bg-down-soft' } as const;

/**
 * The state of the usage banner. The list always has it, and other pages while a limit is low or used up; not where
 * the user has collapsed it into the header.
 */
function useUsageBanner() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const [{ usageBanner }, changePreferences] = usePreferences();
  const isList = usePathname() === '/monitors';
  const tone = usage ? stateTones[usage.state] : 'neutral';
  const hasBanner = isList || tone !== 'neutral';
  return {
    usage,
    tone,
    isShown: hasBanner && usageBanner === 'open',
    /** Whether the chip in the header expands the banner. Otherwise it opens the usage page. */
    canExpand: hasBanner,
    collapse: () => changePreferences({ usageBanner: 'collapsed' }),
    expand: () => changePreferences({ usageBanner: 'open' }),
  };
}

/**
 * The banner below the header: the remaining requests of the minute, the day and the month, and a message when one of them
 * runs low or is used up. Its height is constant, so that nothing moves when it changes.
 */
export function UsageBanner() {
  const { usage, tone, ...banner } = useUsageBanner();
  const isCalm = tone === 'neutral';
  const isAtUsage = usePathname() === '/usage';
  const messagePart = (part: 'headline' | 'line' | 'sentence') =>
    usage && !isCalm ? <BannerMessage usage={usage} part={part} /> : null;
  return (
    <>
      {usage && banner.isShown ? (
        <section
          aria-label="API usage"
          className={`flex h-8 items-center overflow-x-clip border-line border-b text-ink-2 text-xs ${tints[tone]} ${isCalm ? 'short:hidden' : ''}`}
        >
          <Link href="/usage" className="flex h-full min-w-0 flex-1 items-center gap-1.5 px-3 sm:hidden">
            <UsageSummary usage={usage} isBanner message={messagePart('headline')} />
          </Link>
          <div className="flex h-full min-w-0 flex-1 items-center gap-5 px-4 max-sm:hidden">
            {/* On narrow screens the message, which names the relevant window, replaces the counters. */}
            <span className={`flex items-center gap-5 ${isCalm ? '' : 'max-xl:hidden'}`}>
              {usageWindows(usage).map((window) => (
                <span key={window.key} className={window.key === 'monthly' ? 'max-md:hidden' : ''}>
                  <BannerWindow window={window} isBrief={!isCalm} />
                </span>
              ))}
            </span>
            {messagePart('line')}
            <span className="ml-auto shrink-0">
              {isAtUsage ? null : (
                <Link href="/usage" className="underline-offset-2 hover:text-ink hover:underline">
                  Details
                </Link>
              )}
            </span>
          </div>
          <button
            type="button"
            data-collapse-usage
            aria-label="Collapse API usage"
            title="Collapse into the header"
            onClick={() => changeAndFocus(banner.collapse, '[data-usage-chip] button')}
            className="mr-3 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-raised hover:text-ink max-sm:mr-1.5"
          >
            <ChevronUp className="size-3.5" />
          </button>
        </section>
      ) : null}
      <p role="status" className="sr-only">
        {messagePart('sentence')}
      </p>
    </>
  );
}

/** The pressed button disappears, so the focus moves to the one that takes its place. */
function changeAndFocus(change: () => void, selector: string): void {
  flushSync(change);
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** The usage summary in the header of a page without the banner. It expands the banner, or opens the usage page. */
export function UsageChip() {
  const { usage, tone, isShown, canExpand, expand } = useUsageBanner();
  if (!usage) return null;
  const className = `${headerButtonClass} max-sm:w-[26px] sm:px-2.5`;
  return (
    <span
      data-usage-chip
      className={isShown ? `hidden ${tone === 'neutral' ? 'short:contents' : ''}` : 'contents'}
    >
      {canExpand ? (
        <button
          type="button"
          title="Show API usage"
          onClick={() => changeAndFocus(expand, '[data-collapse-usage]')}
          className={className}
        >
          <UsageSummary usage={usage} />
        </button>
      ) : (
        <Link href="/usage" className={className}>
          <UsageSummary usage={usage} />
        </Link>
      )}
    </span>
  );
}

/** One window: remaining requests and limit, a meter, and the reset. @param props.isBrief without the reset */
function BannerWindow({ window, isBrief }: { window: UsageWindow; isBrief: boolean }) {
  const { label, known, tone, resets_at: resetsAt } = window;
  // After the end of a minute nothing is known until the next response.
  const resetLabel = useTicking((now) =>
    resetsAt !== null && Date.parse(resetsAt) > now ? resetMessage(resetsAt, now) : '',
  );
  if (known === null)
    return (
      <span className="whitespace-nowrap">
        {label} <span className="text-ink-3">no data yet</span>
      </span>
    );
  return (
    <span className="flex shrink-0 items-center gap-1.5 whitespace-nowrap">
      {label}
      <RequestsLeft {...known} ink={toneInk[tone]}>
        <span className="max-lg:hidden"> left</span>
      </RequestsLeft>
      <span className="w-14 max-md:hidden">
        <WindowMeter window={window} label={`${label}, requests left`} />
      </span>
      {isBrief ? null : (
        // That of the minute comes and goes, and keeps its place meanwhile.
        <span
          className={`text-ink-3 ${window.key === 'rate_limit' ? 'min-w-24 max-lg:hidden' : 'max-xl:hidden'}`}
        >
          {resetLabel}
        </span>
      )}
    </span>
  );
}

/** A summary of the remaining requests: in the chip of the header, and in the banner of a phone. */
function UsageSummary(props: {
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
function RequestsLeft(props: { remaining: number; limit: number; ink: string; children?: ReactNode }) {
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
