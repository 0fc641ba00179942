'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorScreen } from '@/components/errors/error-screen';
import { explainError } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure';
import { DaysSwitch } from '@/components/time-chart/days-switch';
import { useTicking } from '@/components/ui/clock';
import { HighlightProvider } from '@/components/ui/highlight';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { focusFirstRow } from '@/components/ui/row-focus';
import { useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { changesQuery } from '@/lib/client/history-queries';
import type { Change } from '@/lib/contract/changes';
import { ChangesChips } from './changes-chips';
import { ChangesFeed } from './changes-feed';
import { ChangesToolbar } from './changes-toolbar';
import { EmptyChanges } from './empty-changes';
import { FeedEnd } from './feed-end';
import { FleetPanel } from './fleet-panel';
import { foldChanges } from './fold-changes';
import { markAsRead, useMarkOnLeave } from './mark-as-read';
import { useReadMark } from './read-mark';
import { timelineOf } from './timeline';
import { useChangesUrl } from './use-changes-url';
import { useFeedCommands } from './use-feed-commands';

const MINUTE_MS = 60_000;

/**
 * The page of the changes: the fleet over time, and below it what has changed, the newest first.
 *
 * @param props.notifications the button for notifications
 */
export function ChangesScreen({ notifications }: { notifications: ReactNode }) {
  const urlState = useChangesUrl();
  const { url, filters } = urlState;
  const timeZone = useTimeZone();
  const now = useTicking((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  const feed = useInfiniteQuery({
    ...changesQuery(filters, useRequestContext()),
    placeholderData: keepPreviousData,
  });
  const pages = feed.data?.pages.map(({ body }) => body) ?? [];
  const meta = pages[0]?.meta;
  const changes = newestFirst(pages.flatMap(({ data }) => data));
  const asOf = meta?.as_of ?? null;
  const readUpTo = useReadMark();
  useMarkOnLeave(url.isFiltered || feed.isPlaceholderData ? null : asOf);
  const hasUnread = readUpTo !== null && changes.some(({ to }) => Date.parse(to) > readUpTo);
  const onMarkAsRead = hasUnread && asOf !== null ? () => markAsRead(asOf) : null;
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const goToSearch = () => searchField.current?.focus();
  const onOlder = feed.hasNextPage ? () => void feed.fetchNextPage() : null;
  useFeedCommands(rows, { onSearch: goToSearch, onMarkAsRead, onOlder });
  // The server ends a long search early: a page can be empty although there are more.
  const isSearching = changes.length === 0 && feed.hasNextPage;
  const { isFetching, fetchNextPage } = feed;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  if (meta === undefined) {
    return (
      <main>
        {feed.error ? (
          <ErrorScreen failure={failureOf(feed.error)} onRetry={() => void feed.refetch()} />
        ) : (
          <p className="p-6 text-ink-2">Loading changes…</p>
        )}
      </main>
    );
  }
  const items = timelineOf({
    entries: foldChanges(changes),
    gaps: meta.gaps,
    readUpTo: url.isFiltered ? null : readUpTo,
    isComplete: !feed.hasNextPage,
  });
  return (
    <>
      <LiveRegion>
        {feed.error ? (
          <Notice tone="warning" icon={CloudOff}>
            <b className="font-semibold">{explainError(failureOf(feed.error)).title}.</b> Showing the last
            changes received.
          </Notice>
        ) : null}
        {url.ignored.length > 0 ? (
          <Notice tone="neutral" icon={CircleAlert}>
            {`The URL has filters that are not supported and are ignored: ${url.ignored.map(({ parameter, value }) => `${parameter} “${value.slice(0, 50)}”`).join(', ')}.`}
          </Notice>
        ) : null}
      </LiveRegion>
      <main className="flex max-w-[1280px] flex-col gap-3 px-4 py-4 max-sm:px-3">
        <div className="flex items-center justify-between gap-3">
          <h1 className="pt-1 font-semibold text-ink text-xl">Changes</h1>
          <div className="flex items-center gap-2">
            {meta.kept_days === 0 ? null : notifications}
            <DaysSwitch days={url.days} keptDays={meta.kept_days} onDays={urlState.setDays} />
          </div>
        </div>
        {meta.observed_from === null ? null : <FleetPanel days={url.days} />}
        <div>
          <ChangesToolbar
            urlState={urlState}
            searchField={searchField}
            onRows={() => focusFirstRow(rows.current)}
            onMarkAsRead={onMarkAsRead}
          />
          <ChangesChips
            urlState={urlState}
            monitorName={changes[0]?.monitor.name ?? null}
            onEmptied={goToSearch}
          />
        </div>
        <div ref={rows} aria-busy={feed.isPlaceholderData} className="aria-busy:opacity-60">
          {isSearching ? (
            <p className="p-6 text-ink-2">Searching older changes…</p>
          ) : changes.length === 0 ? (
            <EmptyChanges meta={meta} urlState={urlState} />
          ) : (
            <HighlightProvider search={url.filters.q ?? ''}>
              <ChangesFeed items={items} asOf={asOf} now={now} timeZone={timeZone} />
            </HighlightProvider>
          )}
          <FeedEnd meta={meta} days={url.days} onOlder={onOlder} isLoading={feed.isFetchingNextPage} />
        </div>
      </main>
    </>
  );
}

/** Orders changes by their time: the changes of one reading come in the order of its monitors. */
function newestFirst(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to));
}
