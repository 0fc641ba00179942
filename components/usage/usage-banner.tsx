'use client';

import { ChevronUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { flushSync } from 'react-dom';
import { headerButtonClass } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';
import { RequestsLeft, UsageSummary } from './usage-summary';
import { resetMessage, toneInk, type UsageWindow, usageWindows, WindowMeter } from './usage-windows';
import { useUsageBanner } from './use-usage-banner';

// Usually there is none.
const UsageMessage = inBoundary(
  dynamic(() => import('./usage-message').then((file) => file.UsageMessage)),
  <span className="ml-auto">Couldn’t load this section. Reload the page.</span>,
);

const tints = { neutral: 'bg-surface', warning: 'bg-overdue-soft', critical: 'bg-down-soft' } as const;

/**
 * The banner below the header: the remaining requests of the minute, the day and the month, and a message when one of them
 * runs low or is used up. Its height is constant, so that nothing moves when it changes.
 */
export function UsageBanner() {
  const { usage, tone, ...banner } = useUsageBanner();
  const isCalm = tone === 'neutral';
  const isAtUsage = usePathname() === '/usage';
  const messagePart = (part: 'headline' | 'line' | 'sentence') =>
    usage && !isCalm ? <UsageMessage usage={usage} part={part} /> : null;
  return (
    <>
      {usage && banner.isShown ? (
        <section
          aria-label="API usage"
          className={`flex h-8 items-center overflow-x-clip border-line border-b text-ink-2 text-xs ${tints[tone]} ${banner.overlaysPage ? 'absolute inset-x-0 z-30 shadow-popup' : ''} ${isCalm ? 'short:hidden' : ''}`}
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
