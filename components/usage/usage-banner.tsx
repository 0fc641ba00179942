'use client';

import { ChevronUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { headerButtonClass } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { Meter } from '@/components/ui/meter';
import type { UsageCounter } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import { toneInk, toneOf } from './tone';
import { RequestsLeft, UsageSummary } from './usage-summary';
import { useUsageBanner } from './use-usage-banner';
import { resetMessage } from './window-messages';

// Usually there is none.
const UsageMessage = dynamic(() => import('./usage-message').then((file) => file.UsageMessage));

const windows = [
  ['This minute', 'rate_limit'],
  ['Today', 'daily'],
  ['This month', 'monthly'],
] as const;

const tints = { neutral: 'bg-surface', warning: 'bg-overdue-soft', critical: 'bg-down-soft' } as const;

/**
 * The banner below the header of every page: the remaining requests of the minute, the day and the month, and
 * a message when one of them runs low or is used up. Its height is constant, so that nothing moves when it
 * changes.
 */
export function UsageBanner() {
  const { usage, tone, ...banner } = useUsageBanner();
  const isCalm = tone === 'neutral';
  const messagePart = (part: 'headline' | 'line' | 'sentence') =>
    usage && !isCalm ? (
      <LoadBoundary fallback={<span className="ml-auto">Couldn’t load this section. Reload the page.</span>}>
        <UsageMessage usage={usage} part={part} />
      </LoadBoundary>
    ) : null;
  return (
    <>
      {usage && banner.isShown ? (
        <section
          aria-label="API usage"
          className={`flex h-8 items-center overflow-x-clip border-line border-b text-ink-2 text-xs ${tints[tone]} ${banner.overlaysPage ? 'absolute inset-x-0 z-30 shadow-popup' : ''} ${isCalm ? 'short:hidden' : ''}`}
        >
          <UsageSummary
            usage={usage}
            isBanner
            message={messagePart('headline')}
            className="flex h-full min-w-0 flex-1 items-center gap-1.5 px-3 sm:hidden"
          />
          <div className="flex h-full min-w-0 flex-1 items-center gap-5 px-4 max-sm:hidden">
            {/* On narrow screens the message, which names the relevant window, replaces the counters. */}
            <span className={`flex items-center gap-5 ${isCalm ? '' : 'max-xl:hidden'}`}>
              {windows.map(([label, window]) => (
                <span key={window} className={window === 'monthly' ? 'max-md:hidden' : ''}>
                  <UsageWindow
                    label={label}
                    counter={usage[window]}
                    isBrief={!isCalm}
                    isMinute={window === 'rate_limit'}
                  />
                </span>
              ))}
            </span>
            {messagePart('line')}
            <UsageLink>Details</UsageLink>
          </div>
          <button
            type="button"
            data-collapse-usage
            aria-label="Collapse API usage"
            title="Collapse into the header"
            onClick={() => {
              flushSync(banner.collapse);
              document.querySelector<HTMLElement>('[data-usage-chip] button')?.focus();
            }}
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

/** The usage summary in the header while the banner is collapsed; opens the details. */
export function UsageChip() {
  const { usage, tone, isShown } = useUsageBanner();
  if (!usage) return null;
  return (
    <span
      data-usage-chip
      className={isShown ? `hidden ${tone === 'neutral' ? 'short:contents' : ''}` : 'contents'}
    >
      <UsageSummary usage={usage} className={`${headerButtonClass} max-sm:w-[26px] sm:px-2.5`} />
    </span>
  );
}

interface UsageWindowProps {
  label: string;
  counter: UsageCounter;
  /** Whether the reset is omitted to make room for a message. */
  isBrief: boolean;
  /** Its reset comes and goes, and keeps its place meanwhile. */
  isMinute: boolean;
}

/** One window: remaining requests and limit, a meter, and the reset. */
function UsageWindow({ label, counter, isBrief, isMinute }: UsageWindowProps) {
  const { limit, remaining, resets_at: resetsAt } = counter;
  const tone = toneOf(counter);
  // After the end of a minute nothing is known until the next response.
  const resetLabel = useTicking((now) =>
    resetsAt !== null && Date.parse(resetsAt) > now ? resetMessage(resetsAt, now) : '',
  );
  if (limit === null || remaining === null)
    return (
      <span className="whitespace-nowrap">
        {label} <span className="text-ink-3">no data yet</span>
      </span>
    );
  return (
    <span className="flex shrink-0 items-center gap-1.5 whitespace-nowrap">
      {label}
      <RequestsLeft remaining={remaining} limit={limit} ink={toneInk[tone]} />
      <span className="w-14 max-md:hidden">
        <Meter
          label={`${label}, requests left`}
          valueText={`${formatInteger(remaining)} of ${formatInteger(limit)} left`}
          value={remaining}
          max={limit}
          tone={tone}
        />
      </span>
      {isBrief ? null : (
        <span className={`text-ink-3 ${isMinute ? 'min-w-24 max-lg:hidden' : 'max-xl:hidden'}`}>
          {resetLabel}
        </span>
      )}
    </span>
  );
}

function UsageLink({ children }: { children: ReactNode }) {
  const isAtUsage = usePathname() === '/usage';
  return (
    <span className="ml-auto shrink-0">
      {isAtUsage ? null : (
        <Link href="/usage" className="underline-offset-2 hover:text-ink hover:underline">
          {children}
        </Link>
      )}
    </span>
  );
}
