'use client';

import { useRef, useState } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { useAnswer, useIsAsking, useLast } from '@/components/answers/use-answer';
import { DegradedNotice } from '@/components/failure/degraded-notice';
import { failureOf } from '@/components/failure/failure-of';
import { FailureScreen } from '@/components/failure/failure-screen';
import { useListMemory } from '@/components/monitor/use-list-memory';
import { RefreshControl } from '@/components/refresh/refresh-control';
import { useRefreshChoice } from '@/components/refresh/use-refresh-choice';
import { HighlightProvider } from '@/components/ui/highlight';
import { Pagination } from '@/components/ui/pagination';
import { pageSizes } from '@/lib/client/monitors-url';
import type { ErrorBody } from '@/lib/contract/error';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { ColumnsMenu } from './columns-menu';
import { CountStrip } from './count-strip';
import { EmptyList } from './empty-list';
import { ExportMenu } from './export-menu';
import { FilterChips } from './filters/filter-chips';
import { FilterSheetButton } from './filters/filter-sheet-button';
import { ListSkeleton } from './list-skeleton';
import { PartialNotice } from './partial-notice';
import { RefusedFilter } from './refused-filter';
import { refusedTypes } from './refused-types';
import { MonitorRows } from './rows/monitor-rows';
import { Toolbar } from './toolbar';
import { TotalStatus } from './total-status';
import { useColumns } from './use-columns';
import { useListCommands } from './use-list-commands';
import { useMonitorsUrl } from './use-monitors-url';
import { OfferedView } from './views/offered-view';
import { ViewsMenu } from './views/views-menu';

/** @param failedFirst why the server could not put the first rows into the page; null when it could */
export function MonitorsScreen({ failedFirst }: { failedFirst: ErrorBody | null }) {
  const view = useMonitorsUrl();
  const columns = useColumns();
  const [choice, setChoice, togglePause] = useRefreshChoice();
  const searchField = useRef<HTMLInputElement>(null);
  const search = serializeInventoryQuery(view.query);
  const { lists } = useAnswers();
  const list = useAnswer(lists, search, { wish: choice });
  // The rows of the question before stay until there are new ones, or it is known why there are none.
  const last = useLast(list.answer);
  const shown = list.answer ?? (list.error ? undefined : last);
  const isOld = shown !== list.answer;
  const askAgain = () => lists.ask(search, choice);
  useListMemory(list.answer?.body);
  const isAsking = useIsAsking(lists, search);
  const [searchAtFirst] = useState(search);
  // Why the first question failed says nothing about another one.
  const failedBefore = search === searchAtFirst ? failedFirst : null;
  const failure = list.error ? failureOf(list.error) : shown ? null : failedBefore;
  const held = shown?.body;
  const isNothingRead =
    held !== undefined && held.meta.inventory.state !== 'complete' && held.meta.inventory.read === 0;
  // "Nothing has arrived yet" is no longer true once it is known why not.
  const answer = failure && isNothingRead ? undefined : held;
  useListCommands({
    searchField,
    pages: answer && { page: view.query.page, last: answer.pagination.total_pages },
    onPage: view.setPage,
    onTogglePause: togglePause,
    onRefresh: askAgain,
  });
  const focusSearch = () => searchField.current?.focus();
  if (answer === undefined || isNothingRead) {
    const refused = refusedTypes(failure, view.url.type);
    return (
      <>
        {answer ? <PartialNotice inventory={answer.meta.inventory} answeredAt={list.answeredAt} /> : null}
        <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
          {failure && refused.length === 0 ? null : <h1 className="sr-only">Monitors</h1>}
          {failure ? null : <CountStrip facets={undefined} view={view} />}
          <Toolbar view={view} facets={undefined} searchField={searchField} />
          <FilterChips view={view} onEmptied={focusSearch} />
          {refused.length > 0 ? (
            <div className="rounded-lg border border-line bg-surface">
              <RefusedFilter types={refused} view={view} />
            </div>
          ) : failure ? (
            <FailureScreen failure={failure} onRetry={askAgain} />
          ) : (
            <>
              <p role="status" className="sr-only">
                Reading the monitors…
              </p>
              <ListSkeleton rows={view.query.per_page} />
            </>
          )}
        </main>
      </>
    );
  }
  const { pagination, facets, meta } = answer;
  return (
    <>
      <DegradedNotice degraded={meta.degraded} asOf={meta.as_of} failure={failure} />
      <PartialNotice inventory={meta.inventory} answeredAt={list.answeredAt} />
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        <h1 className="sr-only">Monitors</h1>
        <TotalStatus total={pagination.total} isFiltered={view.isFiltered} isOld={isOld} />
        {facets ? <CountStrip facets={facets} view={view} /> : null}
        <Toolbar view={view} facets={facets} searchField={searchField}>
          <FilterSheetButton
            view={view}
            facets={facets}
            total={pagination.total}
            inventory={meta.inventory}
            choice={choice}
            onChoice={setChoice}
          />
          <ViewsMenu view={view} />
          <ColumnsMenu {...columns.menu} />
          <ExportMenu query={view.query} inventory={meta.inventory} />
          <RefreshControl
            asOf={meta.as_of}
            busy={isAsking}
            choice={choice}
            onChoice={setChoice}
            onRefresh={askAgain}
          />
        </Toolbar>
        <OfferedView view={view} />
        <FilterChips view={view} onEmptied={focusSearch} />
        <HighlightProvider search={isOld ? null : (view.query.q ?? '')}>
          <MonitorRows
            list={answer}
            answered={isOld ? null : search}
            sort={view.query.sort ?? null}
            order={view.query.order ?? null}
            onSort={view.sortBy}
            empty={
              <EmptyList
                view={view}
                facets={facets}
                total={pagination.total}
                reading={meta.inventory.state !== 'complete'}
                onRefresh={askAgain}
              />
            }
          />
        </HighlightProvider>
        <Pagination
          page={view.query.page}
          perPage={view.query.per_page}
          total={pagination.total}
          sizes={pageSizes}
          keys={{ previous: '[', next: ']' }}
          onPage={view.setPage}
          onPerPage={view.setPerPage}
        />
      </main>
    </>
  );
}
