'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DegradedNotice } from '@/components/failure/degraded-notice';
import { failureOf } from '@/components/failure/failure-of';
import { FailureScreen } from '@/components/failure/failure-screen';
import { Pagination } from '@/components/ui/pagination';
import { pageSizes } from '@/lib/client/monitors-url';
import { LIST_REFRESH_MS, monitorsQuery } from '@/lib/client/queries';
import type { ErrorBody } from '@/lib/contract/error';
import { AsOf } from './as-of';
import { monitorColumns } from './columns';
import { ColumnsMenu } from './columns-menu';
import { EmptyList } from './empty-list';
import { MonitorTable } from './monitor-table';
import { Toolbar } from './toolbar';
import { useColumns } from './use-columns';
import { useMonitorsUrl } from './use-monitors-url';

/** @param failedFirst why the server could not put the first rows into the page; null when it could */
export function MonitorsScreen({ failedFirst }: { failedFirst: ErrorBody | null }) {
  const url = useMonitorsUrl();
  const columns = useColumns();
  const list = useQuery({ ...monitorsQuery(url.query), placeholderData: keepPreviousData });
  const failure = list.isError ? failureOf(list.error) : list.data ? null : failedFirst;
  const answer = list.data?.body;
  if (answer === undefined) {
    return (
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        <Toolbar query={url.query} onType={url.setType} onActive={url.setActive} onClear={url.clear} />
        {failure ? (
          <FailureScreen failure={failure} onRetry={list.refetch} />
        ) : (
          <p className="p-6 text-ink-2">Reading the monitors…</p>
        )}
      </main>
    );
  }
  const { data: monitors, pagination, meta } = answer;
  const chosen = monitorColumns
    .filter((column) => column.enableHiding !== false)
    .map((column) => ({
      id: String(column.id),
      label: String(column.header),
      visible: columns.visibility[String(column.id)] !== false,
    }));
  return (
    <>
      <DegradedNotice degraded={meta.degraded} asOf={meta.as_of} failure={failure} />
      <main className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3">
        <h1 className="sr-only">Monitors</h1>
        <Toolbar query={url.query} onType={url.setType} onActive={url.setActive} onClear={url.clear}>
          <ColumnsMenu columns={chosen} onVisible={columns.setVisible} onReset={columns.reset} />
          <AsOf
            iso={meta.as_of}
            everySeconds={LIST_REFRESH_MS / 1000}
            busy={list.isFetching}
            onRefresh={list.refetch}
          />
        </Toolbar>
        <div
          aria-busy={list.isPlaceholderData}
          className={`rounded-lg border border-line bg-surface transition-opacity duration-150 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {monitors.length === 0 ? (
            <EmptyList
              query={url.query}
              total={pagination.total}
              onClear={url.clear}
              onFirstPage={() => url.setPage(1)}
            />
          ) : (
            <MonitorTable monitors={monitors} visibility={columns.visibility} />
          )}
        </div>
        <Pagination
          page={url.query.page}
          perPage={url.query.per_page}
          total={pagination.total}
          sizes={pageSizes}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </main>
    </>
  );
}
