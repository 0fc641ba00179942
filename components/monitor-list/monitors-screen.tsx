'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useFailure } from '@/components/errors/failure';
import { useReadNow } from '@/components/refresh-interval/use-read-now';
import { useRefreshInterval } from '@/components/refresh-interval/use-refresh-interval';
import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';
import { LiveRegion } from '@/components/ui/live-region';
import { Toast } from '@/components/ui/toast';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery } from '@/lib/client/queries';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { CountStrip } from './count-strip';
import { FilterChips } from './filters/filter-chips';
import { ListBody } from './list-body';
import { ListSummary } from './list-summary';
import { refusedTypes } from './refused-types';
import { focusFirstRow, scrollToFirstRow } from './table/row-links';
import { Toolbar } from './toolbar';
import { useListCommands } from './use-list-commands';
import { useListMemory } from './use-list-memory';
import { useMonitorsUrl } from './use-monitors-url';

const ListPlaceholder = lazyChunk(() => import('./list-placeholder').then((file) => file.ListPlaceholder));
const OfferedView = lazyChunk(() => import('./saved-views/offered-view').then((file) => file.OfferedView));
const InventoryNotice = lazyChunk(() => import('./inventory-notice').then((file) => file.InventoryNotice));
const RefusedQuery = lazyChunk(() => import('./refused-query').then((file) => file.RefusedQuery));

export function MonitorsScreen() {
  'use memo';
  const queryClient = useQueryClient();
  const context = useRequestContext();
  const [choice, setChoice, togglePause] = useRefreshInterval();
  // Requested before anything is rendered: then the answer is on its way meanwhile. Why it failed is the query's to show.
  const urlState = useMonitorsUrl(async (query) => {
    await queryClient.query(monitorListQuery(query, context)).catch(() => undefined);
  });
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLElement>(null);
  const search = serializeInventoryQuery(urlState.query);
  const isAskable = urlState.url.refused.length === 0;
  const query = monitorListQuery(urlState.query, context);
  const list = useQuery({ ...query, enabled: isAskable, placeholderData: keepPreviousData });
  const current = isAskable && !list.isPlaceholderData ? list.data : undefined;
  const failed = useFailure(search, list);
  const refused = isAskable ? refusedTypes(failed, urlState.url.type) : urlState.url.refused;
  const isNothingRead = failed?.code === 'not_ready' && current === undefined;
  const failure = refused.length === 0 && !isNothingRead ? failed : null;
  // The rows of the query before stay until there are new ones, or it is known why there are none.
  const shown = current ?? (failed || !isAskable ? undefined : list.data);
  const isOld = shown !== current;
  const readNow = useReadNow(query.queryKey);
  useListMemory(urlState.searchPart, current?.body);
  const answer = shown?.body;
  const [hasShown, setHasShown] = useState(false);
  if (answer !== undefined && !hasShown) setHasShown(true);
  const found = current === undefined ? null : urlState.url.q;
  const goToRows = useRowsWhenFound(rows, searchField, failed ? 'failed' : { found });
  const goToSearch = () => {
    searchField.current?.focus();
    searchField.current?.select();
  };
  const setPage = (page: number) => {
    urlState.setPage(page);
    scrollToFirstRow(rows.current);
  };
  useListCommands({
    onSearch: goToSearch,
    pages: answer && { page: urlState.query.page, last: answer.pagination.total_pages },
    onPage: setPage,
    onTogglePause: togglePause,
    onRefresh: readNow.read,
  });
  const state = answer?.meta.inventory.state;
  // Nothing to count and nothing to filter: the organization has no monitors, or none could be read yet. Later
  // the field stays for whoever is typing in it.
  const isBare = answer
    ? state === 'complete' && answer.meta.inventory.read === 0 && !urlState.isFiltered
    : failure !== null && !hasShown;
  return (
    <>
      {answer ? (
        <DegradedNotice degraded={answer.meta.degraded} asOf={answer.meta.as_of} failure={failure} />
      ) : null}
      <LiveRegion>
        {isNothingRead || state === 'incomplete' ? (
          <LazyPart>
            <InventoryNotice inventory={answer?.meta.inventory ?? null} answeredAt={list.dataUpdatedAt} />
          </LazyPart>
        ) : null}
      </LiveRegion>
      {/* How far the first reading is changes all the time: read out, it would never be silent. */}
      {answer && state === 'reading' ? (
        <LazyPart>
          <InventoryNotice inventory={answer.meta.inventory} answeredAt={list.dataUpdatedAt} />
        </LazyPart>
      ) : null}
      {/* Where the pager is not stuck, what floats at the lower edge of the window has room below it. */}
      <main className="flex flex-col px-4 pt-2 short:has-data-afloat:pb-12 max-sm:has-data-afloat:pb-20 [--stuck-above:46px] [--stuck-below:52px] short:[--stuck-above:38px] short:[--stuck-below:8px] max-sm:px-3 max-sm:pt-3 max-sm:[--stuck-above:52px]">
        {answer || !failure ? <h1 className="sr-only">Monitors</h1> : null}
        {isBare ? null : (
          <>
            <CountStrip list={answer} urlState={urlState} />
            <Toolbar
              list={answer}
              urlState={urlState}
              searchField={searchField}
              onRows={goToRows}
              isBusy={list.isFetching || readNow.isBusy}
              choice={choice}
              onChoice={setChoice}
              onRefresh={readNow.read}
            />
          </>
        )}
        {answer && urlState.url.view !== null ? (
          <LazyPart>
            <OfferedView urlState={urlState} />
          </LazyPart>
        ) : null}
        <FilterChips urlState={urlState} onEmptied={() => searchField.current?.focus()} />
        {isBare ? null : <ListSummary list={answer} urlState={urlState} />}
        {answer ? (
          <ListBody
            list={answer}
            loadedQuery={isOld ? null : search}
            urlState={urlState}
            rows={rows}
            onPage={setPage}
            onSearch={goToSearch}
            onRefresh={readNow.read}
          />
        ) : (
          <LazyPart>
            {refused.length > 0 ? (
              <RefusedQuery problems={refused} urlState={urlState} />
            ) : failure ? (
              <ErrorScreen
                failure={failure}
                onRetry={readNow.read}
                onDue={() => list.refetch({ cancelRefetch: false })}
              />
            ) : (
              <ListPlaceholder rows={urlState.query.per_page} />
            )}
          </LazyPart>
        )}
        <Toast message={readNow.message} />
      </main>
    </>
  );
}

/**
 * Puts the focus on the first row of what a text finds, once that is there. Whoever has typed on or gone elsewhere
 * meanwhile stays there.
 *
 * @param answer the search whose rows are on the screen, null while they are those of the one before; or that it failed
 */
function useRowsWhenFound(
  rows: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
  answer: { found: string | null } | 'failed',
) {
  const [awaited, setAwaited] = useState<string | null>(null);
  if (answer === 'failed' && awaited !== null) setAwaited(null);
  const found = answer === 'failed' ? null : answer.found;
  const arrive = useEffectEvent(() => {
    const isStill = field.current === document.activeElement && field.current?.value === awaited;
    if (isStill) focusFirstRow(rows.current);
    setAwaited(null);
  });
  const isThere = awaited !== null && awaited.trim().replace(/\s+/g, ' ') === found;
  useEffect(() => {
    if (isThere) arrive();
  }, [isThere]);
  return setAwaited;
}
