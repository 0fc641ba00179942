import dynamic from 'next/dynamic';
import { type RefObject, useDeferredValue, useState } from 'react';
import { AsOfProvider } from '@/components/monitor/as-of';
import { targetParts } from '@/components/monitor/monitor-names';
import { useCommands } from '@/components/ui/commands';
import { HighlightProvider } from '@/components/ui/highlight';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { Pagination } from '@/components/ui/pagination';
import { focusedRow, rowCommands } from '@/components/ui/row-focus';
import { Toast } from '@/components/ui/toast';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { useCopy } from '@/components/ui/use-copy';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { pageSizes } from './page-sizes';
import { MonitorTable } from './table/monitor-table';
import { RowStatus } from './table/row-status';
import { TableFrame } from './table/table-frame';
import { useHeldRows } from './table/use-held-rows';
import { useRowEvents } from './table/use-row-events';
import type { MonitorsUrlState } from './use-monitors-url';

const EmptyList = dynamic(() => import('./empty-list').then((file) => file.EmptyList));

/**
 * The rows of one page with keyboard navigation, and the pager. Rows keep their positions while the user interacts with
 * them.
 */
export function ListBody(props: {
  list: MonitorList;
  /** The serialized query of the list; null while the list is that of the previous query. */
  loadedQuery: string | null;
  urlState: MonitorsUrlState;
  container: RefObject<HTMLElement | null>;
  onPage: (page: number) => void;
  /** Moves the focus to the search field. */
  onSearch: () => void;
  onRefresh: () => void;
}) {
  'use memo';
  const { list: newest, loadedQuery, urlState, container, onPage, onSearch, onRefresh } = props;
  const { query } = urlState;
  const list = useDeferredRefresh(newest, loadedQuery);
  const { rows, changed, apply } = useHeldRows(list.data, loadedQuery, useInteractionWithin(container));
  const copying = useCopy(3000);
  const rowEvents = useRowEvents(
    container,
    rows.map(({ monitor }) => monitor.monitor_uuid),
  );
  const changePage = (step: 1 | -1) => {
    // From a page past the end, Previous leads to the last page.
    const page = Math.min(query.page + step, newest.pagination.total_pages);
    if (page >= 1 && page !== query.page) onPage(page);
  };
  useCommands(() => [
    ...rowCommands(container, 'Monitors', ['Next row', 'Previous row', 'Open monitor'], onSearch),
    {
      keys: 'c',
      label: 'Copy target',
      group: 'Monitors',
      when: () => focusedRow(container.current) !== -1,
      run: () => {
        const row = rows[focusedRow(container.current)];
        const target = row && targetParts(row.monitor).join('');
        if (target) copying.copy(target, target);
      },
    },
    {
      keys: onAnyKeyboard('.'),
      label: 'Apply pending updates',
      group: 'Monitors',
      when: () => changed > 0,
      run: apply,
    },
    { keys: onAnyKeyboard('['), label: 'Previous page', group: 'Monitors', run: () => changePage(-1) },
    { keys: onAnyKeyboard(']'), label: 'Next page', group: 'Monitors', run: () => changePage(1) },
  ]);
  return (
    <>
      <TotalStatus
        total={newest.pagination.total}
        isFiltered={urlState.isFiltered}
        isOld={loadedQuery === null}
      />
      <section
        ref={container}
        tabIndex={-1}
        aria-label="Monitors on this page"
        aria-busy={loadedQuery === null}
        className="scroll-mt-(--stuck-above)"
        {...rowEvents}
      >
        <div
          // A permanent compositing layer, because creating one for each fade would repaint every row twice for
          // each search. The delay avoids flicker when the response arrives quickly. RowStatus is outside of
          // this element: its stacking context would put the floating elements below the pager.
          className={`transition-opacity duration-150 will-change-[opacity] ${loadedQuery === null ? 'opacity-60 delay-100' : ''}`}
        >
          {rows.length === 0 ? (
            <LoadBoundary>
              <EmptyList urlState={urlState} list={newest} onRefresh={onRefresh} />
            </LoadBoundary>
          ) : (
            <TableFrame label="Monitors">
              <HighlightProvider search={loadedQuery === null ? null : (query.q ?? '')}>
                <AsOfProvider value={newest.meta.as_of}>
                  <MonitorTable
                    rows={rows}
                    sort={query.sort}
                    order={query.order}
                    onSort={(sort, order) => urlState.change({ sort, order })}
                  />
                </AsOfProvider>
              </HighlightProvider>
            </TableFrame>
          )}
        </div>
        <RowStatus
          list={list}
          loadedQuery={loadedQuery}
          isDownOnly={loadedQuery !== null && query.condition?.join() === 'down'}
          changed={changed}
          onUpdate={apply}
          onShowDown={urlState.showDown}
        />
        <Toast message={copying.copied && `Copied ${copying.copied}`} />
      </section>
      {newest.pagination.total === 0 ? null : (
        <div className="-mx-4 max-sm:-mx-3 z-10 border-line bg-canvas px-4 py-1.5 max-sm:px-3 sm:sticky sm:bottom-0 sm:border-t short:static">
          <Pagination
            page={query.page}
            perPage={query.per_page}
            total={newest.pagination.total}
            sizes={pageSizes}
            hrefOf={urlState.hrefOfPage}
            onPage={onPage}
            onPerPage={urlState.setPerPage}
          />
        </div>
      )}
    </>
  );
}

/**
 * Defers rendering of a refresh, so that a hundred changed rows do not block input and scrolling. The result
 * of another query is rendered at once, because the user waits for it.
 */
function useDeferredRefresh(list: MonitorList, loadedQuery: string | null): MonitorList {
  const deferredList = useDeferredValue(list);
  const deferredQuery = useDeferredValue(loadedQuery);
  return deferredQuery === loadedQuery ? deferredList : list;
}

/**
 * A visually hidden live region that announces the number of monitors after each change of filters.
 *
 * @param props.isOld whether the number belongs to the previous query; then it is not announced yet
 */
function TotalStatus({ total, isFiltered, isOld }: { total: number; isFiltered: boolean; isOld: boolean }) {
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
