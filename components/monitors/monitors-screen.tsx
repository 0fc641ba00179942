'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DegradedNotice } from '@/components/failure/degraded-notice';
import { failureOf } from '@/components/failure/failure-of';
import { FailureScreen } from '@/components/failure/failure-screen';
import { useListMemory } from '@/components/monitor/use-list-memory';
import { RefreshControl } from '@/components/refresh/refresh-control';
import { useRefreshChoice } from '@/components/refresh/use-refresh-choice';
import { Pagination } from '@/components/ui/pagination';
import { pageSizes } from '@/lib/client/monitors-url';
import { monitorsQuery } from '@/lib/client/queries';
import type { ErrorBody } from '@/lib/contract/error';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { ColumnsMenu } from './columns-menu';
import { CountStrip } from './count-strip';
import { EmptyList } from './empty-list';
import { ExportMenu } from './export-menu';
import { PartialNotice } from './partial-notice';
import { MonitorRows } from './rows/monitor-rows';
import { Toolbar } from './toolbar';
import { useColumns } from './use-columns';
import { useMonitorsUrl } from './use-monitors-url';

/** @param failedFirst why the server could not put the first rows into the page; null when it could */
export function MonitorsScreen({ failedFirst }: { failedFirst: ErrorBody | null }) {
  const view = useMonitorsUrl();
  const columns = useColumns();
  const [choice, setChoice] = useRefreshChoice();
  const list = useQuery({ ...monitorsQuery(view.query, choice), placeholderData: keepPreviousData });
  useListMemory(list.isPlaceholderData ? undefined : list.data?.body);
  const failure = list.isError ? failureOf(list.error) : list.data ? null : failedFirst;
  const held = list.data?.body;
  // "Nothing has arrived yet" is no longer true once it is known why not.
  const answer = failure && held?.meta.inventory.state === 'none' ? undefined : held;
  if (answer === undefined) {
    return (
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        <Toolbar view={view} facets={undefined} />
        {failure ? (
          <FailureScreen failure={failure} onRetry={list.refetch} />
        ) : (
          <p className="p-6 text-ink-2">Reading the monitors…</p>
        )}
      </main>
    );
  }
  const { pagination, facets, meta } = answer;
  return (
    <>
      <DegradedNotice degraded={meta.degraded} asOf={meta.as_of} failure={failure} />
      <PartialNotice inventory={meta.inventory} />
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        <h1 className="sr-only">Monitors</h1>
        {facets ? <CountStrip facets={facets} view={view} /> : null}
        <Toolbar view={view} facets={facets}>
          <ColumnsMenu {...columns.menu} />
          <ExportMenu query={view.query} complete={meta.inventory.state === 'complete'} />
          <RefreshControl
            asOf={meta.as_of}
            busy={list.isFetching}
            choice={choice}
            onChoice={setChoice}
            onRefresh={list.refetch}
          />
        </Toolbar>
        <MonitorRows
          list={answer}
          answered={list.isPlaceholderData ? null : serializeInventoryQuery(view.query)}
          sort={view.query.sort ?? null}
          order={view.query.order ?? null}
          onSort={view.sortBy}
          empty={
            <EmptyList view={view} total={pagination.total} reading={meta.inventory.state !== 'complete'} />
          }
        />
        <Pagination
          page={view.query.page}
          perPage={view.query.per_page}
          total={pagination.total}
          sizes={pageSizes}
          onPage={view.setPage}
          onPerPage={view.setPerPage}
        />
      </main>
    </>
  );
}
