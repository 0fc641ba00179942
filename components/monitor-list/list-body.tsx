import dynamic from 'next/dynamic';
import { type RefObject, useState } from 'react';
import { AsOfProvider } from '@/components/monitor/as-of';
import { HighlightProvider } from '@/components/ui/highlight';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { Pagination } from '@/components/ui/pagination';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { pageSizes } from './page-sizes';
import { MonitorRows } from './table/monitor-rows';
import type { MonitorsUrlState } from './use-monitors-url';

const EmptyList = dynamic(() => import('./empty-list').then((file) => file.EmptyList));

interface ListBodyProps {
  list: MonitorList;
  /** The serialized query of the list; null while the list is that of the previous query. */
  loadedQuery: string | null;
  urlState: MonitorsUrlState;
  rows: RefObject<HTMLElement | null>;
  onPage: (page: number) => void;
  /** Moves the focus to the search field. */
  onSearch: () => void;
  onRefresh: () => void;
}

/** The rows of a page, and the pager. */
export function ListBody(props: ListBodyProps) {
  'use memo';
  const { list, loadedQuery, urlState, rows, onPage, onSearch, onRefresh } = props;
  const { pagination, meta } = list;
  const { query } = urlState;
  return (
    <>
      <TotalStatus total={pagination.total} isFiltered={urlState.isFiltered} isOld={loadedQuery === null} />
      <HighlightProvider search={loadedQuery === null ? null : (query.q ?? '')}>
        <AsOfProvider value={meta.as_of}>
          <MonitorRows
            container={rows}
            list={list}
            loadedQuery={loadedQuery}
            sort={query.sort ?? null}
            order={query.order ?? null}
            onSort={(sort, order) => urlState.change({ sort, order })}
            onSearch={onSearch}
            onShowDown={urlState.showDown}
            empty={
              <LoadBoundary>
                <EmptyList urlState={urlState} list={list} onRefresh={onRefresh} />
              </LoadBoundary>
            }
          />
        </AsOfProvider>
      </HighlightProvider>
      {pagination.total === 0 ? null : (
        <div className="-mx-4 max-sm:-mx-3 z-10 border-line bg-canvas px-4 py-1.5 max-sm:px-3 sm:sticky sm:bottom-0 sm:border-t short:static">
          <Pagination
            page={query.page}
            perPage={query.per_page}
            total={pagination.total}
            sizes={pageSizes}
            keys={{ previous: '[', next: ']' }}
            hrefOf={urlState.hrefOfPage}
            onPage={onPage}
            onPerPage={urlState.setPerPage}
          />
        </div>
      )}
    </>
  );
}

interface TotalStatusProps {
  total: number;
  isFiltered: boolean;
  /** Whether the number belongs to the previous query; then it is not announced yet. */
  isOld: boolean;
}

/** A visually hidden live region that announces the number of monitors after each change of filters. */
function TotalStatus({ total, isFiltered, isOld }: TotalStatusProps) {
  'use memo';
  const message = `${formatInteger(total)} ${total === 1 ? 'monitor' : 'monitors'}${isFiltered ? ' found' : ''}`;
  const [announcement, setAnnouncement] = useState(message);
  if (!isOld && announcement !== message) setAnnouncement(message);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
