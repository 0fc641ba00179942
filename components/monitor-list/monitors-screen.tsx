'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useFailure } from '@/components/errors/failure';
import { ListSearch, useListMemory } from '@/components/monitor/opened-list';
import { useReadNow } from '@/components/refresh/use-read-now';
import { useCommands } from '@/components/ui/commands';
import { LiveRegion } from '@/components/ui/live-region';
import { inBoundary } from '@/components/ui/load-boundary';
import { usePreferences } from '@/components/ui/preferences';
import { focusFirstRow, scrollToFirstRow } from '@/components/ui/row-focus';
import { Toast } from '@/components/ui/toast';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { useRequestContext } from '@/components/ui/use-request-context';
import { acceptedPart, withPast } from '@/lib/client/monitors-url';
import { monitorListQuery } from '@/lib/client/queries';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import type { MonitorList } from '@/lib/contract/responses';
import { CountStrip } from './count-strip';
import { ListBody } from './list-body';
import { ListSummary } from './list-summary';
import { Toolbar } from './toolbar';
import { useMonitorsUrl } from './use-monitors-url';

const GroupedBody = inBoundary(
  dynamic(() => import('./groups/grouped-body').then((file) => file.GroupedBody)),
);
// Rarely shown, and the first load has a limit (ADR 0042).
const InventoryNotice = inBoundary(
  dynamic(() => import('./inventory-notice').then((file) => file.InventoryNotice)),
);
const RejectedQuery = inBoundary(
  dynamic(() => import('./rejected-query').then((file) => file.RejectedQuery)),
);
const FilterChips = inBoundary(dynamic(() => import('./filter-chips').then((file) => file.FilterChips)));
const ListPlaceholder = inBoundary(
  dynamic(() => import('./list-placeholder').then((file) => file.ListPlaceholder)),
);
const OfferedView = inBoundary(
  dynamic(() => import('./saved-views/save-view').then((file) => file.OfferedView)),
);

/** The list page: counts, toolbar, filters and rows, or an error state. @param props see `useMonitorsUrl` */
export function MonitorsScreen({ hasDefaultView }: { hasDefaultView: boolean }) {
  'use memo';
  const context = useRequestContext();
  const [preferences, changePreferences, newestPreferences] = usePreferences();
  const urlState = useMonitorsUrl(hasDefaultView);
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLElement>(null);
  const search = serializeInventoryQuery(urlState.query);
  const isValidUrl = urlState.url.refused.length === 0;
  const queried = withPast(urlState.query, preferences);
  const query = monitorListQuery(queried, context);
  const list = useQuery({ ...query, enabled: isValidUrl, placeholderData: keepPreviousData });
  const current = isValidUrl && !list.isPlaceholderData ? list.data : undefined;
  const failed = useFailure(search, list);
  const isRefused = !isValidUrl || failed?.code === 'invalid_parameter';
  // A refused query finds nothing. The controls of the list are those of the part that is not refused.
  const accepted = useQuery({ ...monitorListQuery(acceptedPart(queried), context), enabled: isRefused });
  const isNotReady = failed?.code === 'not_ready' && current === undefined;
  const failure = isRefused || isNotReady ? null : failed;
  // The rows of the previous query stay until the new ones arrive or fail.
  const shown = current ?? (failed || !isValidUrl ? undefined : list.data);
  const isOld = shown !== current;
  const readNow = useReadNow(query.queryKey);
  useListMemory(urlState.searchPart, current !== undefined);
  const answer = shown?.body;
  const controls = answer ?? (accepted.data && withoutMonitors(accepted.data.body));
  const [hasShown, setHasShown] = useState(false);
  if (answer !== undefined && !hasShown) setHasShown(true);
  // The rows of the previous query lead to monitors of that list, until the new rows are there.
  const [rowsSearch, setRowsSearch] = useState(urlState.searchPart);
  if (!isOld && rowsSearch !== urlState.searchPart) setRowsSearch(urlState.searchPart);
  const found = current === undefined && !isRefused ? null : urlState.url.q;
  const goToRows = useFocusRowsWhenLoaded(rows, searchField, failed && !isRefused ? 'failed' : { found });
  const goToSearch = () => {
    searchField.current?.focus();
    searchField.current?.select();
  };
  const setPage = (page: number) => {
    urlState.setPage(page);
    scrollToFirstRow(rows.current);
  };
  useWideWindow();
  useCommands(() => [
    { keys: onAnyKeyboard('/'), label: 'Search', group: 'Monitors', run: goToSearch },
    {
      keys: 'p',
      label: 'Pause or resume auto-refresh',
      group: 'Monitors',
      inPalette: true,
      run: () => changePreferences({ isPaused: !newestPreferences().isPaused }),
    },
    { keys: 'r', label: 'Refresh', group: 'Monitors', inPalette: true, run: readNow.read },
  ]);
  const body = {
    loadedQuery: isOld ? null : search,
    urlState,
    container: rows,
    onPage: setPage,
    onSearch: goToSearch,
    onRefresh: readNow.read,
  };
  const state = answer?.meta.inventory.state;
  // With another grouping, other groups are open.
  const { group, name_separator, name_part } = urlState.query;
  const grouping = [group, name_separator, name_part].join(' ');
  // Without monitors there is nothing to count or to filter. Once the toolbar has been shown, a failure does
  // not hide it, because the user may be typing in its search field.
  const hidesControls = answer
    ? state === 'complete' && answer.meta.inventory.read === 0 && !urlState.isFiltered
    : failure !== null && !hasShown;
  const notice = (
    <InventoryNotice inventory={answer?.meta.inventory ?? null} reading={answer?.meta.reading ?? null} />
  );
  return (
    <>
      {answer ? <DegradedNotice {...answer.meta} failure={failure} /> : null}
      <LiveRegion>{isNotReady || state === 'incomplete' ? notice : null}</LiveRegion>
      {/* Not in a live region, because the progress of the first crawl changes constantly. */}
      {state === 'reading' ? notice : null}
      <main className="flex flex-col px-4 pt-2 [--stuck-above:46px] [--stuck-below:52px] short:[--stuck-above:38px] short:[--stuck-below:8px] max-sm:px-3 max-sm:pt-1 max-sm:[--stuck-above:52px]">
        {answer || !failure ? <h1 className="sr-only">Monitors</h1> : null}
        {hidesControls ? null : (
          <>
            <CountStrip list={answer} isOld={isOld} urlState={urlState} />
            <Toolbar
              list={controls}
              urlState={urlState}
              searchField={searchField}
              onRows={goToRows}
              isBusy={list.isFetching || readNow.isBusy}
              onRefresh={readNow.read}
            />
          </>
        )}
        {answer && urlState.url.view ? <OfferedView urlState={urlState} /> : null}
        {urlState.isFiltered ? <FilterChips urlState={urlState} field={searchField} /> : null}
        {hidesControls ? null : <ListSummary list={answer} isOld={isOld} urlState={urlState} />}
        <ListSearch value={rowsSearch}>
          {answer?.grouped ? (
            <GroupedBody key={grouping} grouped={answer.grouped} {...body} list={answer} />
          ) : answer ? (
            <ListBody {...body} list={answer} />
          ) : isRefused ? (
            <section ref={rows} aria-label="Monitors on this page">
              <RejectedQuery failure={failed} urlState={urlState} facets={controls?.facets} />
            </section>
          ) : failure ? (
            <ErrorScreen
              failure={failure}
              onRetry={readNow.read}
              onDue={() => list.refetch({ cancelRefetch: false })}
            />
          ) : (
            <ListPlaceholder rows={urlState.query.per_page} />
          )}
        </ListSearch>
        <Toast message={readNow.message} />
      </main>
    </>
  );
}

function withoutMonitors({ grouped: _grouped, ...list }: MonitorList): MonitorList {
  return { ...list, data: [], pagination: { ...list.pagination, total: 0 } };
}

/** Stores whether the window is wide, by which the server chooses the columns of the next page. */
function useWideWindow() {
  const [, changePreferences, newestPreferences] = usePreferences();
  const store = useEffectEvent(({ matches }: Pick<MediaQueryList, 'matches'>) => {
    if (newestPreferences().isWide !== matches) changePreferences({ isWide: matches }, false);
  });
  useEffect(() => {
    // As in `columns.tsx`.
    const wide = matchMedia('(width >= 1800px)');
    store(wide);
    wide.addEventListener('change', store);
    return () => wide.removeEventListener('change', store);
  }, []);
}

/**
 * Moves the focus to the first row of a search once its result is shown, unless the user has continued typing
 * or has focused another element.
 *
 * @param answer the search of the displayed rows (null while they belong to the previous query), or 'failed'
 * @returns a function that requests this for the given text
 */
function useFocusRowsWhenLoaded(
  rows: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
  answer: { found: string | null } | 'failed',
) {
  const [awaited, setAwaited] = useState<string | null>(null);
  if (answer === 'failed' && awaited !== null) setAwaited(null);
  const found = answer === 'failed' ? null : answer.found;
  const focusRows = useEffectEvent(() => {
    const isUnchanged = field.current === document.activeElement && field.current?.value === awaited;
    if (isUnchanged) focusFirstRow(rows.current);
    setAwaited(null);
  });
  const isLoaded = awaited !== null && awaited.trim().replace(/\s+/g, ' ') === found;
  useEffect(() => {
    if (isLoaded) focusRows();
  }, [isLoaded]);
  return setAwaited;
}
