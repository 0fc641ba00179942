import dynamic from 'next/dynamic';
import { type ComponentProps, type RefObject, useState } from 'react';
import { AsOfProvider } from '@/components/monitor/as-of';
import { targetParts } from '@/components/monitor/monitor-names';
import { useCommands } from '@/components/ui/commands';
import { useCopy } from '@/components/ui/copy-button';
import { HighlightProvider } from '@/components/ui/highlight';
import { inBoundary } from '@/components/ui/load-boundary';
import { Pagination } from '@/components/ui/pagination';
import { focusedRow, rowCommands, rowLinks } from '@/components/ui/row-focus';
import { Toast } from '@/components/ui/toast';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { countOf } from './count-of';
import { DownAnnouncement } from './table/down-announcement';
import { MonitorTable } from './table/monitor-table';
import { TableFrame } from './table/table-frame';
import { useRowEvents } from './table/use-row-events';
import type { MonitorsUrlState } from './use-monitors-url';

/** The page sizes in the menu; the URL may have any size that the API accepts. */
const pageSizes = [10, 25, 50, 100] as const;

const EmptyList = inBoundary(dynamic(() => import('./empty-list').then((file) => file.EmptyList)));

export interface ListFrameProps {
  list: MonitorList;
  /** The serialized query of the list; null while the list is that of the previous query. */
  loadedQuery: string | null;
  urlState: MonitorsUrlState;
  container: RefObject<HTMLElement | null>;
  onPage: (page: number) => void;
  /** Moves the focus to the search field. */
  onSearch: () => void;
  onRefresh: () => void;
}

interface ListFrameOwnProps extends Pick<ComponentProps<typeof MonitorTable>, 'rows' | 'arrange'> {
  /** The list that the rows show, which may be older than `list` for a moment. */
  shown: MonitorList;
  /** Whether there are neither monitors nor groups. */
  isEmpty: boolean;
}

/** The rows of a page and what surrounds them: keyboard navigation, the notice of an empty list, the pager. */
export function ListFrame(props: ListFrameProps & ListFrameOwnProps) {
  'use memo';
  const { list, shown, loadedQuery, urlState, container, onPage, onSearch, onRefresh } = props;
  const { rows, isEmpty, arrange } = props;
  const { query } = urlState;
  const copying = useCopy(3000);
  const rowEvents = useRowEvents(container);
  const changePage = (step: 1 | -1) => {
    // From a page past the end, Previous leads to the last page.
    const page = Math.min(query.page + step, list.pagination.total_pages);
    if (page >= 1 && page !== query.page) onPage(page);
  };
  const focusedMonitor = () => {
    const href = rowLinks(container.current)[focusedRow(container.current)]?.getAttribute('href');
    return rows.find(({ monitor }) => href?.includes(`/monitors/${monitor.monitor_uuid}`))?.monitor;
  };
  useCommands(() => [
    ...rowCommands(container, 'Monitors', ['Next row', 'Previous row', 'Open monitor'], onSearch),
    {
      keys: 'c',
      label: 'Copy target',
      group: 'Monitors',
      when: () => focusedMonitor() !== undefined,
      run: () => {
        const monitor = focusedMonitor();
        const target = monitor && targetParts(monitor).join('');
        if (target) copying.copy(target, target);
      },
    },
    { keys: onAnyKeyboard('['), label: 'Previous page', group: 'Monitors', run: () => changePage(-1) },
    { keys: onAnyKeyboard(']'), label: 'Next page', group: 'Monitors', run: () => changePage(1) },
  ]);
  return (
    <>
      <TotalStatus total={countOf(list)} isFiltered={urlState.isFiltered} isOld={loadedQuery === null} />
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
          // each search. The delay avoids flicker when the response arrives quickly.
          className={`transition-opacity duration-150 will-change-[opacity] ${loadedQuery === null ? 'opacity-60 delay-100' : ''}`}
        >
          {isEmpty ? (
            <EmptyList urlState={urlState} list={list} onRefresh={onRefresh} />
          ) : (
            <TableFrame>
              <HighlightProvider search={loadedQuery === null ? null : (query.q ?? '')}>
                <AsOfProvider value={list.meta.as_of}>
                  <MonitorTable rows={rows} urlState={urlState} arrange={arrange} />
                </AsOfProvider>
              </HighlightProvider>
            </TableFrame>
          )}
        </div>
        <DownAnnouncement list={shown} loadedQuery={loadedQuery} />
        <Toast message={copying.copied && `Copied ${copying.copied}`} />
      </section>
      {list.pagination.total === 0 ? null : (
        <div className="-mx-4 max-sm:-mx-3 z-10 border-line bg-canvas px-4 py-1.5 max-sm:px-3 sm:sticky sm:bottom-0 sm:mt-2 sm:border-t short:static">
          <div aria-busy={loadedQuery === null} className="dims-while-busy">
            <Pagination
              page={query.page}
              perPage={query.per_page}
              total={list.pagination.total}
              unit={list.grouped ? ' groups' : ''}
              sizes={pageSizes}
              hrefOf={urlState.hrefOfPage}
              onPage={onPage}
              onPerPage={urlState.setPerPage}
            />
          </div>
        </div>
      )}
    </>
  );
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
