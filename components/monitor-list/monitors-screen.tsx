'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { useFailure } from '@/components/errors/failure';
import { RefreshControl } from '@/components/refresh-interval/refresh-control';
import { ReadNowStatus, useReadNow } from '@/components/refresh-interval/use-read-now';
import { useRefreshInterval } from '@/components/refresh-interval/use-refresh-interval';
import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';
import { LiveRegion } from '@/components/ui/live-region';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery } from '@/lib/client/queries';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { ColumnsMenu } from './columns-menu';
import { CountStrip } from './count-strip';
import { ExportMenu } from './export-menu';
import { FilterChips } from './filters/filter-chips';
import { FilterSheetButton } from './filters/filter-sheet-button';
import { ListBody } from './list-body';
import { ListPlaceholder } from './list-placeholder';
import { refusedTypes } from './refused-types';
import { ViewsMenu } from './saved-views/views-menu';
import { Toolbar } from './toolbar';
import { useListCommands } from './use-list-commands';
import { useListMemory } from './use-list-memory';
import { useMonitorsUrl } from './use-monitors-url';

const OfferedView = lazyChunk(() => import('./saved-views/offered-view').then((file) => file.OfferedView));
const InventoryNotice = lazyChunk(() => import('./inventory-notice').then((file) => file.InventoryNotice));
const RefusedQuery = lazyChunk(() => import('./refused-query').then((file) => file.RefusedQuery));

export function MonitorsScreen() {
  const queryClient = useQueryClient();
  const context = useRequestContext();
  const [choice, setChoice, togglePause] = useRefreshInterval();
  // Requested before anything is rendered: then the answer is on its way meanwhile. Why it failed is the query's to show.
  const urlState = useMonitorsUrl(async (query) => {
    await queryClient.query(monitorListQuery(query, context)).catch(() => undefined);
  });
  const searchField = useRef<HTMLInputElement>(null);
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
  useListCommands({
    searchField,
    pages: answer && { page: urlState.query.page, last: answer.pagination.total_pages },
    onPage: urlState.setPage,
    onTogglePause: togglePause,
    onRefresh: readNow.read,
  });
  const facets = answer?.facets;
  const state = answer?.meta.inventory.state;
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
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        {answer || !failure ? (
          <>
            <h1 className="sr-only">Monitors</h1>
            <CountStrip facets={facets} inventory={answer?.meta.inventory} urlState={urlState} />
          </>
        ) : null}
        <Toolbar urlState={urlState} facets={facets} searchField={searchField}>
          {answer ? (
            <>
              <FilterSheetButton
                urlState={urlState}
                facets={facets}
                total={answer.pagination.total}
                inventory={answer.meta.inventory}
                choice={choice}
                onChoice={setChoice}
              />
              <ViewsMenu urlState={urlState} />
              <ColumnsMenu />
              <ExportMenu query={urlState.query} inventory={answer.meta.inventory} />
              <RefreshControl
                asOf={answer.meta.as_of}
                busy={list.isFetching || readNow.isBusy}
                choice={choice}
                onChoice={setChoice}
                onRefresh={readNow.read}
              />
            </>
          ) : null}
        </Toolbar>
        {answer && urlState.url.view !== null ? (
          <LazyPart>
            <OfferedView urlState={urlState} />
          </LazyPart>
        ) : null}
        <FilterChips urlState={urlState} onEmptied={() => searchField.current?.focus()} />
        {answer ? (
          <ListBody
            list={answer}
            loadedQuery={isOld ? null : search}
            urlState={urlState}
            onRefresh={readNow.read}
          />
        ) : (
          <LazyPart>
            {refused.length > 0 ? (
              <RefusedQuery problems={refused} urlState={urlState} />
            ) : (
              <ListPlaceholder
                urlState={urlState}
                failure={failure}
                onRetry={readNow.read}
                onDue={() => list.refetch({ cancelRefetch: false })}
              />
            )}
          </LazyPart>
        )}
        <ReadNowStatus message={readNow.message} />
      </main>
    </>
  );
}
