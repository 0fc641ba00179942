'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { flushSync } from 'react-dom';
import { headerButtonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { stateTones, UsageSummary } from './usage-summary';

// Usually there is no banner.
const BannerMessage = inBoundary(
  dynamic(() => import('./banner-message').then((file) => file.BannerMessage)),
  '',
);
const UsageStrip = inBoundary(
  dynamic(() => import('./usage-strip').then((file) => file.UsageStrip)),
  <span className="ml-auto">Couldn’t load this section. Reload the page.</span>,
);

const tints = { neutral: 'bg-surface', warning: 'bg-overdue-soft', critical: 'bg-down-soft' } as const;

/**
 * The state of the usage banner. Every page has it while a limit is low or used up, and the list also where the user has
 * expanded it; not where the user has collapsed it into the header.
 */
function useUsageBanner() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const [{ usageBanner }, changePreferences] = usePreferences();
  const isList = usePathname() === '/monitors';
  const tone = usage ? stateTones[usage.state] : 'neutral';
  const isCalm = tone === 'neutral';
  return {
    usage,
    tone,
    isCalm,
    isShown: isCalm ? isList && usageBanner === 'expanded' : usageBanner !== 'collapsed',
    /** Whether the chip in the header expands the banner. Otherwise it opens the usage page. */
    canExpand: isList || !isCalm,
    collapse: () => changePreferences({ usageBanner: 'collapsed' }),
    expand: () => changePreferences({ usageBanner: 'expanded' }),
  };
}

/**
 * The banner below the header: the remaining requests of the minute, the day and the month, and a message when one of them
 * runs low or is used up.
 */
export function UsageBanner() {
  const { usage, tone, isCalm, isShown, collapse } = useUsageBanner();
  return (
    <>
      {usage && isShown ? (
        <section
          aria-label="API usage"
          className={`flex h-8 items-center overflow-x-clip border-line border-b text-ink-2 text-xs ${tints[tone]} ${isCalm ? 'short:hidden' : ''}`}
        >
          <UsageStrip usage={usage} />
          <button
            type="button"
            data-collapse-usage
            aria-label="Collapse API usage"
            title="Collapse into the header"
            onClick={() => changeAndFocus(collapse, '[data-usage-chip] button')}
            className="mr-3 ml-auto grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-raised hover:text-ink max-sm:mr-1.5"
          >
            <ChevronUp className="size-3.5" />
          </button>
        </section>
      ) : null}
      <p role="status" className="sr-only">
        {usage && !isCalm ? <BannerMessage usage={usage} part="sentence" /> : null}
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
  const { usage, isCalm, isShown, canExpand, expand } = useUsageBanner();
  if (!usage) return null;
  const className = `${headerButtonClass} max-sm:w-[26px] sm:px-2.5`;
  return (
    <span data-usage-chip className={isShown ? `hidden ${isCalm ? 'short:contents' : ''}` : 'contents'}>
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
