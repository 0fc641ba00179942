'use client';

import { CircleAlert, CloudOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ErrorScreen } from '@/components/errors/error-screen';
import { errorTitle } from '@/components/errors/explain-error';
import { DaysSwitch } from '@/components/time-chart/days-switch';
import { AsOf } from '@/components/ui/age';
import { useMinute } from '@/components/ui/clock';
import { useCommands } from '@/components/ui/commands';
import { HighlightProvider } from '@/components/ui/highlight';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { focusFirstRow, rowCommands, rowLinks } from '@/components/ui/row-focus';
import { useNotStoredMessage } from '@/components/ui/stored-text';
import { useTimeZone } from '@/components/ui/time-zone';
import { Toast } from '@/components/ui/toast';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { changesFiltersOf } from '@/lib/client/changes-url';
import { iso } from '@/lib/text/format';
import { ChangesFeed } from './changes-feed';
import { ChangesToolbar } from './changes-toolbar';
import { feedItems, foldChanges } from './feed';
import { EmptyChanges, FeedEnd, NotSavedNotice } from './feed-bounds';
import { FleetPanel } from './fleet-panel';
import { markAsRead, useMarkOnLeave, useReadMark } from './read-mark';
import { olderMessage, useChangesFeed, useChangesUrl } from './use-changes';

const group = 'Changes';

/**
 * The page of the changes: a chart of all monitors over time, and below it the changes, the newest first.
 *
 * @param props.notifications the button for notifications
 */
export function ChangesScreen({ notifications }: { notifications: ReactNode }) {
  const urlState = useChangesUrl();
  const { url, write } = urlState;
  const now = useMinute();
  const timeZone = useTimeZone();
  const filters = changesFiltersOf(url, now);
  const { since } = filters;
  const feed = useChangesFeed(url, since);
  const { changes, meta, hasOlder, isOld, isSearching, failure } = feed;
  const asOf = meta?.as_of ?? null;
  const { since: chosenFrom, until: chosenTo } = url.filters;
  const chosen =
    chosenFrom === undefined && chosenTo === undefined ? null : { from: since, to: chosenTo ?? now };
  const readUpTo = useReadMark();
  const oldest = changes.at(-1);
  const reachesMark =
    readUpTo === null ||
    (hasOlder ? oldest !== undefined && Date.parse(oldest.to) <= readUpTo : readUpTo >= since);
  useMarkOnLeave(url.isFiltered || isOld || !reachesMark ? null : asOf);
  const [announcement, setAnnouncement] = useState('');
  const notStored = useNotStoredMessage();
  const hasUnread = readUpTo !== null && changes.some(({ to }) => Date.parse(to) > readUpTo);
  const onMarkAsRead =
    hasUnread && asOf !== null
      ? () => {
          const isStored = markAsRead(asOf);
          setAnnouncement(isStored ? 'All changes are marked as read.' : '');
          notStored.report(isStored);
        }
      : null;
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const loadOlder = async () => {
    const before = rowLinks(rows.current).length;
    const isOnButton = !rows.current?.contains(document.activeElement);
    // Emptied first: screen readers announce only a text that changes.
    setAnnouncement('');
    const loaded = await feed.loadOlder();
    if (loaded === null) return;
    setAnnouncement(olderMessage(loaded));
    // The button may be gone now.
    if (isOnButton)
      requestAnimationFrame(() => rowLinks(rows.current)[before]?.focus({ preventScroll: true }));
  };
  const onOlder = hasOlder && !isOld && !isSearching ? () => void loadOlder() : null;
  useCommands(() => [
    { group, keys: onAnyKeyboard('/'), label: 'Search', run: () => searchField.current?.focus() },
    ...rowCommands(rows, group, ['Next change', 'Previous change', 'Open monitor, or show folded changes']),
    {
      group,
      keys: onAnyKeyboard(']'),
      label: 'Show older changes',
      when: () => onOlder !== null,
      run: () => onOlder?.(),
    },
    {
      group,
      keys: 'e',
      label: 'Mark all as read',
      inPalette: true,
      when: () => onMarkAsRead !== null,
      run: () => onMarkAsRead?.(),
    },
  ]);
  if (meta === undefined) {
    return (
      <main className="px-4 max-sm:px-3">
        {failure ? (
          <ErrorScreen failure={failure} onRetry={feed.retry} />
        ) : (
          <p className="py-6 text-ink-2">Loading changes…</p>
        )}
      </main>
    );
  }
  const shownMark = url.isFiltered ? null : readUpTo;
  const items = feedItems({
    entries: foldChanges(changes, {
      hasOlder,
      readUpTo: shownMark,
      isOfOneMonitor: url.filters.monitor !== undefined,
      timeZone,
    }),
    gaps: meta.gaps,
    readUpTo: shownMark,
    since,
    isComplete: !hasOlder,
  });
  const ignored = url.ignored
    .map(({ parameter, value }) => `${parameter} “${value.slice(0, 50)}”`)
    .join(', ');
  const hasOlderUnread = !url.isFiltered && readUpTo !== null && readUpTo < since;
  return (
    <>
      <LiveRegion>
        {failure ? (
          <Notice tone="warning" icon={CloudOff}>
            <b className="font-semibold">{errorTitle(failure)}.</b> Showing the last changes received.
          </Notice>
        ) : null}
        <NotSavedNotice since={meta.not_saved_since} />
        {ignored === '' ? null : (
          <Notice tone="neutral" icon={CircleAlert}>
            {`The URL has filters that are not supported and are ignored: ${ignored}.`}
          </Notice>
        )}
      </LiveRegion>
      <main className="flex flex-col gap-3 px-4 py-4 max-sm:px-3">
        <div className="flex items-center justify-between gap-3">
          <div>
            <h1 className="pt-1 font-semibold text-ink text-xl">Changes</h1>
            {asOf === null ? null : <AsOf iso={asOf} />}
          </div>
          <div className="flex items-center gap-2">
            {meta.kept_days === 0 ? null : notifications}
            <DaysSwitch
              days={url.days}
              keptDays={meta.kept_days}
              onDays={(days) => write({ days: days === 1 ? null : [String(days)], since: null, until: null })}
            />
          </div>
        </div>
        {meta.observed_from === null ? null : (
          <FleetPanel
            days={url.days}
            keptDays={meta.kept_days}
            chosen={chosen}
            onTime={({ from, to }) =>
              // Back undoes the choice, and not each step of its ends.
              write({ since: [iso(from)], until: [iso(to)] }, chosen === null ? 'push' : 'replace')
            }
          />
        )}
        <div>
          <ChangesToolbar
            urlState={urlState}
            filters={filters}
            monitorName={
              changes.find(({ monitor }) => monitor.monitor_uuid === url.filters.monitor)?.monitor.name
            }
            now={now}
            searchField={searchField}
            onRows={() => focusFirstRow(rows.current)}
            onMarkAsRead={onMarkAsRead}
          />
          <div ref={rows} aria-busy={isOld} className="mt-3 aria-busy:opacity-60">
            {changes.length > 0 ? null : isSearching ? (
              <p className="p-6 text-ink-2">Searching older changes…</p>
            ) : (
              <EmptyChanges meta={meta} urlState={urlState} />
            )}
            {items.length === 0 ? null : (
              <HighlightProvider search={url.filters.q ?? ''}>
                <ChangesFeed items={items} now={now} />
              </HighlightProvider>
            )}
          </div>
        </div>
        {isOld || isSearching ? null : (
          <FeedEnd
            meta={meta}
            since={since}
            now={now}
            hasOlderUnread={hasOlderUnread}
            onOlder={onOlder}
            isLoading={feed.isLoadingOlder}
          />
        )}
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <Toast message={notStored.message} />
      </main>
    </>
  );
}
