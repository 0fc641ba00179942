import { useQuery } from '@tanstack/react-query';
import { Pause, RefreshCw, TriangleAlert } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { useKeyTitle } from '@/components/ui/key-caps';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { formatAge, formatCount } from '@/lib/text/format';
import {
  isListOld,
  nextReadingMessage,
  type RefreshFacts,
  refreshWord,
  shownInterval,
} from './refresh-messages';

/** What is known about the refreshing of a list. @param meta the list's */
export function useRefreshFacts(meta: RefreshFacts['meta']): RefreshFacts {
  const [{ isPaused }] = usePreferences();
  return { meta, usage: useQuery(usageQuery(useRequestContext())).data, isPaused };
}

/**
 * The refresh button with the age of the rows, and in wide windows how often they are read. Its tooltip says when the list is
 * read next, why not sooner, and what a reading costs.
 *
 * @param props.busy whether a request of this page is in progress
 */
export function RefreshButton(props: { meta: RefreshFacts['meta']; busy: boolean; onRefresh: () => void }) {
  const { meta, busy, onRefresh } = props;
  const facts = useRefreshFacts(meta);
  const at = Date.parse(meta.as_of);
  const age = useTicking((now) => formatAge((now - at) / 1000));
  const isOld = useTicking((now) => isListOld(facts, now));
  const next = useTicking((now) => nextReadingMessage(facts, now));
  const keyTitle = useKeyTitle();
  const word = refreshWord(facts);
  const interval = shownInterval(facts);
  const cost = facts.usage ? `: ${formatCount(facts.usage.refresh.cost, 'request')}` : '';
  const Icon = word === 'paused' ? Pause : isOld && word === null ? TriangleAlert : RefreshCw;
  return (
    <>
      <button
        type="button"
        onClick={onRefresh}
        title={`${next}\n${keyTitle(`Refresh now${cost}`, 'r')}`}
        aria-busy={busy || word === 'reading'}
        className={`${buttonClass()} max-sm:h-9`}
      >
        <Icon
          className={`${isOld ? 'text-overdue' : ''} ${word === 'paused' ? 'fill-current' : ''} ${(busy && Icon === RefreshCw) || word === 'reading' ? 'motion-safe:animate-spin' : ''}`}
        />
        <span className="sr-only">Refresh, </span>
        {/* The invisible text reserves the width, so that nothing moves while the age grows or the list is read. */}
        <span
          data-widest={interval === null ? '' : `as of 1 min ago · ${interval}`}
          className="min-w-[116px] text-left max-lg:min-w-[54px] xl:before:invisible xl:before:block xl:before:h-0 xl:before:font-medium xl:before:content-[attr(data-widest)]"
        >
          {word === null ? (
            <span className="max-lg:sr-only">as of </span>
          ) : (
            // On a phone it stands above the age.
            <span className="font-medium text-ink max-sm:block max-sm:text-xs">{word}, </span>
          )}
          <time
            dateTime={meta.as_of}
            translate="no"
            className={`font-medium ${isOld ? 'text-overdue' : 'text-ink'} ${word === null ? '' : 'max-sm:block max-sm:text-xs'}`}
          >
            {age} ago
          </time>
          {interval === null || word !== null || isOld ? null : (
            <span className="text-ink-3 max-xl:hidden"> · {interval}</span>
          )}
        </span>
      </button>
      <span role="status" className="sr-only">
        {facts.isPaused ? 'Auto-refresh paused' : 'Auto-refresh on'}
      </span>
    </>
  );
}
