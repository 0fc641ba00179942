'use client';

import { Suspense, useRef } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { useAnswer, useIsAsking, useLast } from '@/components/answers/use-answer';
import { failureOf } from '@/components/failure/failure-of';
import { LazyDegradedNotice } from '@/components/failure/lazy-degraded-notice';
import { UnreachableScreen } from '@/components/failure/unreachable-screen';
import { useListMemory } from '@/components/monitor/use-list-memory';
import { ReadNowStatus } from '@/components/refresh/read-now-status';
import { RefreshControl } from '@/components/refresh/refresh-control';
import { useReadNow } from '@/components/refresh/use-read-now';
import { useRefreshChoice } from '@/components/refresh/use-refresh-choice';
import { lazyWithFallback } from '@/components/ui/lazy-with-fallback';
import { LiveRegion } from '@/components/ui/live-region';
import { FRESH_MS } from '@/lib/client/bff-answers';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { ColumnsMenu } from './columns-menu';
import { CountStrip } from './count-strip';
import { ExportMenu } from './export-menu';
import { FilterChips } from './filters/filter-chips';
import { FilterSheetButton } from './filters/filter-sheet-button';
import { ListBody } from './list-body';
import { refusedTypes } from './refused-types';
import { Toolbar } from './toolbar';
import { useColumns } from './use-columns';
import { useListCommands } from './use-list-commands';
import { useMonitorsUrl } from './use-monitors-url';
import { ViewsMenu } from './views/views-menu';

const NothingYet = lazyWithFallback(
  () => import('./nothing-yet').then((file) => file.NothingYet),
  UnreachableScreen,
);
const OfferedView = lazyWithFallback(() => import('./views/offered-view').then((file) => file.OfferedView));
const InventoryNotice = lazyWithFallback(() =>
  import('./inventory-notice').then((file) => file.InventoryNotice),
);
const RefusedQuery = lazyWithFallback(() => import('./refused-query').then((file) => file.RefusedQuery));

export function MonitorsScreen() {
  const { lists } = useAnswers();
  const [choice, setChoice, togglePause] = useRefreshChoice();
  // Asked before anything is rendered: then the answer is on its way meanwhile.
  const view = useMonitorsUrl((query) => lists.askIfOlder(serializeInventoryQuery(query), FRESH_MS));
  const columns = useColumns();
  const searchField = useRef<HTMLInputElement>(null);
  const search = serializeInventoryQuery(view.query);
  const isAskable = view.url.refused.length === 0;
  const list = useAnswer(lists, search, { enabled: isAskable });
  const current = isAskable ? list.answer : undefined;
  const failed = list.error && failureOf(list.error);
  const refused = isAskable ? refusedTypes(failed, view.url.type) : view.url.refused;
  const isNothingRead = failed?.code === 'not_ready' && current === undefined;
  const failure = refused.length === 0 && !isNothingRead ? failed : null;
  // The rows of the question before stay until there are new ones, or it is known why there are none.
  const last = useLast(list.answer);
  const shown = current ?? (failed || !isAskable ? undefined : last);
  const isOld = shown !== current;
  const readNow = useReadNow(() => lists.ask(search));
  useListMemory(current?.body);
  const isAsking = useIsAsking(lists, search);
  const answer = shown?.body;
  useListCommands({
    searchField,
    pages: answer && { page: view.query.page, last: answer.pagination.total_pages },
    onPage: view.setPage,
    onTogglePause: togglePause,
    onRefresh: readNow.read,
  });
  const facets = answer?.facets;
  const state = answer?.meta.inventory.state;
  return (
    <>
      {answer ? (
        <LazyDegradedNotice degraded={answer.meta.degraded} asOf={answer.meta.as_of} failure={failure} />
      ) : null}
      <LiveRegion>
        {isNothingRead || state === 'incomplete' ? (
          <Suspense>
            <InventoryNotice inventory={answer?.meta.inventory ?? null} answeredAt={list.answeredAt} />
          </Suspense>
        ) : null}
      </LiveRegion>
      {/* How far the first reading is changes all the time: read out, it would never be silent. */}
      {answer && state === 'reading' ? (
        <Suspense>
          <InventoryNotice inventory={answer.meta.inventory} answeredAt={list.answeredAt} />
        </Suspense>
      ) : null}
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        {answer || !failure ? (
          <>
            <h1 className="sr-only">Monitors</h1>
            <CountStrip facets={facets} inventory={answer?.meta.inventory} view={view} />
          </>
        ) : null}
        <Toolbar view={view} facets={facets} searchField={searchField}>
          {answer ? (
            <>
              <FilterSheetButton
                view={view}
                facets={facets}
                total={answer.pagination.total}
                inventory={answer.meta.inventory}
                choice={choice}
                onChoice={setChoice}
              />
              <ViewsMenu view={view} />
              <ColumnsMenu {...columns.menu} />
              <ExportMenu query={view.query} inventory={answer.meta.inventory} />
              <RefreshControl
                asOf={answer.meta.as_of}
                busy={isAsking || readNow.isBusy}
                choice={choice}
                onChoice={setChoice}
                onRefresh={readNow.read}
              />
            </>
          ) : null}
        </Toolbar>
        {answer && view.url.view !== null ? (
          <Suspense>
            <OfferedView view={view} />
          </Suspense>
        ) : null}
        <FilterChips view={view} onEmptied={() => searchField.current?.focus()} />
        {answer ? (
          <ListBody list={answer} answered={isOld ? null : search} view={view} onRefresh={readNow.read} />
        ) : (
          <Suspense>
            {refused.length > 0 ? (
              <RefusedQuery problems={refused} view={view} />
            ) : (
              <NothingYet
                view={view}
                failure={failure}
                onRetry={readNow.read}
                onDue={() => lists.ask(search)}
              />
            )}
          </Suspense>
        )}
        <ReadNowStatus message={readNow.message} />
      </main>
    </>
  );
}
