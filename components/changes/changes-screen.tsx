'use client';

import { CircleAlert, CloudOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ErrorScreen } from '@/components/errors/error-screen';
import { errorTitle, type ShownFailure } from '@/components/errors/error-title';
import { DaysSwitch } from '@/components/time-chart/days-switch';
import { timeLabel } from '@/components/time-chart/time-labels';
import { type Chip, ChipList } from '@/components/ui/chip-list';
import { useTicking } from '@/components/ui/clock';
import { HighlightProvider } from '@/components/ui/highlight';
import { LiveRegion } from '@/components/ui/live-region';
import { useNotStoredMessage } from '@/components/ui/not-stored';
import { Notice } from '@/components/ui/notice';
import { focusFirstRow, rowLinks } from '@/components/ui/row-focus';
import { useTimeZone } from '@/components/ui/time-zone';
import { Toast } from '@/components/ui/toast';
import type { ChangesUrl } from '@/lib/client/changes-url';
import { olderMessage, spokenInterval } from './change-messages';
import { facetLabels, facetValueLabel } from './changes-facets';
import { ChangesFeed } from './changes-feed';
import { ChangesToolbar } from './changes-toolbar';
import { EmptyChanges } from './empty-changes';
import { FeedEnd } from './feed-end';
import { FleetPanel } from './fleet-panel';
import { foldChanges } from './fold-changes';
import { markAsRead, useMarkOnLeave } from './mark-as-read';
import { NotSavedNotice } from './not-saved-notice';
import { useReadMark } from './read-mark';
import { timelineOf } from './timeline';
import { useChangesFeed } from './use-changes-feed';
import { type ChangesUrlState, useChangesUrl } from './use-changes-url';
import { useFeedCommands } from './use-feed-commands';

const MINUTE_MS = 60_000;

/**
 * The page of the changes: the fleet over time, and below it what has changed, the newest first.
 *
 * @param props.notifications the button for notifications
 */
export function ChangesScreen({ notifications }: { notifications: ReactNode }) {
  const urlState = useChangesUrl();
  const { url } = urlState;
  const since = urlState.filters.since ?? 0;
  const timeZone = useTimeZone();
  const now = useTicking((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  const feed = useChangesFeed(url);
  const { shown, isOld, failure } = feed;
  const changes = shown?.changes ?? [];
  const asOf = shown?.meta.as_of ?? null;
  const readUpTo = useReadMark();
  const oldest = changes.at(-1);
  const reachesMark =
    readUpTo === null ||
    (shown?.hasOlder ? oldest !== undefined && Date.parse(oldest.to) <= readUpTo : readUpTo >= since);
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
  const goToSearch = () => searchField.current?.focus();
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
  const onOlder = shown?.hasOlder && !isOld && !feed.isSearching ? () => void loadOlder() : null;
  useFeedCommands(rows, { onSearch: goToSearch, onMarkAsRead, onOlder });
  if (shown === null) {
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
  const { meta, hasOlder } = shown;
  const items = timelineOf({
    entries: foldChanges(changes, { hasOlder, foldsEdits: !url.showsEveryEdit }),
    gaps: meta.gaps,
    readUpTo: url.isFiltered ? null : readUpTo,
    since,
    isComplete: !hasOlder,
  });
  const { monitor } = url.filters;
  const hasOlderUnread = !url.isFiltered && readUpTo !== null && readUpTo < since;
  // Of an empty feed without filters, the panel says how far back it goes.
  const hasEnd = changes.length > 0 || url.isFiltered || hasOlder || hasOlderUnread;
  return (
    <>
      <ChangesNotices failure={failure} notSavedSince={meta.not_saved_since} ignored={url.ignored} />
      <main className="flex flex-col gap-3 px-4 py-4 max-sm:px-3">
        <div className="flex items-center justify-between gap-3">
          <h1 className="pt-1 font-semibold text-ink text-xl">Changes</h1>
          <div className="flex items-center gap-2">
            {meta.kept_days === 0 ? null : notifications}
            <DaysSwitch days={url.days} keptDays={meta.kept_days} onDays={urlState.setDays} />
          </div>
        </div>
        {meta.observed_from === null ? null : (
          <FleetPanel days={url.days} keptDays={meta.kept_days} onTime={urlState.setTime} />
        )}
        <div>
          <ChangesToolbar
            urlState={urlState}
            searchField={searchField}
            onRows={() => focusFirstRow(rows.current)}
            onMarkAsRead={onMarkAsRead}
          />
          <ChangesChips
            urlState={urlState}
            monitorName={
              changes.find((change) => change.monitor.monitor_uuid === monitor)?.monitor.name ?? null
            }
            onEmptied={goToSearch}
          />
          <div ref={rows} aria-busy={isOld} className="mt-3 aria-busy:opacity-60">
            {changes.length > 0 ? null : feed.isSearching ? (
              <p className="p-6 text-ink-2">Searching older changes…</p>
            ) : (
              <EmptyChanges meta={meta} urlState={urlState} />
            )}
            {items.length === 0 ? null : (
              <HighlightProvider search={url.filters.q ?? ''}>
                <ChangesFeed items={items} now={now} timeZone={timeZone} />
              </HighlightProvider>
            )}
          </div>
        </div>
        {hasEnd && !isOld && !feed.isSearching && (
          <FeedEnd
            meta={meta}
            since={since}
            hasOlderUnread={hasOlderUnread}
            now={now}
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

interface ChangesChipsProps {
  urlState: ChangesUrlState;
  /** The name of the monitor of the filter; null: unknown. */
  monitorName: string | null;
  /** See `ChipList`. */
  onEmptied: () => void;
}

/** The active filters of the changes as chips. */
function ChangesChips({ urlState, monitorName, onEmptied }: ChangesChipsProps) {
  const chips = [...timeChip(urlState, useTimeZone()), ...chipsOf(urlState, monitorName)];
  return <ChipList chips={chips} onClear={urlState.clear} onEmptied={onEmptied} />;
}

/** The chosen time. @param timeZone the result of `useTimeZone` */
function timeChip({ url, clearTime }: ChangesUrlState, timeZone: string | undefined): Chip[] {
  const { since, until } = url.filters;
  if (since === undefined && until === undefined) return [];
  const iso = (at: number) => new Date(at).toISOString();
  const text =
    since === undefined || until === undefined
      ? `${since === undefined ? 'before' : 'from'} ${timeLabel(since ?? until ?? 0, 0, timeZone)}`
      : spokenInterval({ from: iso(since), to: iso(until) }, timeZone);
  return [{ key: 'time', field: 'Time', text, remove: clearTime }];
}

function chipsOf({ url, setFacetValue, clearFilter }: ChangesUrlState, monitorName: string | null): Chip[] {
  const { q, monitor } = url.filters;
  const single = (name: 'q' | 'monitor', field: string, text: string | undefined): Chip[] =>
    text === undefined ? [] : [{ key: name, field, text, remove: () => clearFilter(name) }];
  const facets = (['kind', 'type', 'region'] as const).flatMap((facet) =>
    url.filters[facet].map((value) => ({
      key: `${facet} ${value}`,
      field: facetLabels[facet],
      text: facetValueLabel(facet, value),
      remove: () => setFacetValue(facet, value, false),
    })),
  );
  return [
    ...single('q', 'Search', q),
    ...single('monitor', 'Monitor', monitor === undefined ? undefined : (monitorName ?? monitor)),
    ...facets,
  ];
}

interface ChangesNoticesProps {
  failure: ShownFailure | null;
  /** Since when changes cannot be saved, ISO 8601; null: they can. */
  notSavedSince: string | null;
  ignored: ChangesUrl['ignored'];
}

/** Why the changes may be old, incomplete, or not those that the URL names. */
function ChangesNotices({ failure, notSavedSince, ignored }: ChangesNoticesProps) {
  return (
    <LiveRegion>
      {failure ? (
        <Notice tone="warning" icon={CloudOff}>
          <b className="font-semibold">{errorTitle(failure)}.</b> Showing the last changes received.
        </Notice>
      ) : null}
      <NotSavedNotice since={notSavedSince} />
      {ignored.length > 0 ? (
        <Notice tone="neutral" icon={CircleAlert}>
          {`The URL has filters that are not supported and are ignored: ${ignored.map(({ parameter, value }) => `${parameter} “${value.slice(0, 50)}”`).join(', ')}.`}
        </Notice>
      ) : null}
    </LiveRegion>
  );
}
