import dynamic from 'next/dynamic';
import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { AsOfProvider } from '@/components/monitor/as-of';
import { targetParts } from '@/components/monitor/monitor-names';
import { useCommands } from '@/components/ui/commands';
import { useCopy } from '@/components/ui/copy-button';
import { HighlightProvider } from '@/components/ui/highlight';
import { openTab } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';
import { Pagination } from '@/components/ui/pagination';
import { focusedRow, rowCommands, rowLinks } from '@/components/ui/row-focus';
import { Toast } from '@/components/ui/toast';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import type { MonitorList } from '@/lib/contract/responses';
import { formatCount } from '@/lib/text/format';
import { countOf } from './count-strip';
import { MonitorTable } from './table/monitor-table';
import { TableFrame } from './table/table-frame';
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
  const copying = useCopy();
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
          aria-busy={loadedQuery === null}
          // A permanent compositing layer, because creating one for each fade would repaint every row twice for
          // each search.
          className="dims-while-busy will-change-[opacity]"
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
  const message = `${formatCount(total, 'monitor')}${isFiltered ? ' found' : ''}`;
  const [announcement, setAnnouncement] = useState(message);
  if (!isOld && announcement !== message) setAnnouncement(message);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/**
 * A visually hidden live region that announces changes of the number of down monitors.
 *
 * @param props.loadedQuery the serialized query of the list; numbers of different queries are not compared. Null while the
 *   list is that of the previous query
 */
function DownAnnouncement({ list, loadedQuery }: { list: MonitorList; loadedQuery: string | null }) {
  'use memo';
  const isRead = list.meta.inventory.state !== 'reading';
  const down = isRead && list.facets ? (list.facets.condition.get('down') ?? 0) : null;
  // The number increases with each announcement, because consecutive ones may have the same message.
  const [last, setLast] = useState({ query: loadedQuery, down, message: '', number: 0 });
  if (loadedQuery !== null && (loadedQuery !== last.query || down !== last.down)) {
    const message = loadedQuery === last.query ? downAnnouncement(last.down, down) : null;
    const news = message === null ? last : { message, number: last.number + 1 };
    setLast({ ...news, query: loadedQuery, down });
  }
  return (
    <p role="status" className="sr-only">
      <span key={last.number}>{last.message}</span>
    </p>
  );
}

/**
 * The message when the number of down monitors has changed between two responses: "3 more down", "2
 * recovered". Null without a change.
 *
 * @param before, after the numbers of down monitors; null if unknown
 */
export function downAnnouncement(before: number | null, after: number | null): string | null {
  if (before === null || after === null || before === after) return null;
  return after > before ? `${after - before} more down` : `${before - after} recovered`;
}

/** Stands for the link of a suggestion, which is a button. */
const suggestion = '';

/** The number of the middle mouse button, which opens a link in a new tab. */
const MIDDLE = 1;

/** The link of the clicked row; null if the target is itself a link or a button. */
function linkOfRow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

/**
 * The event handlers of the element around the rows.
 *
 * Elements with a tooltip are stacked above the row's stretched link, so that their text can be selected. A click on them is
 * passed to the link, unless it ends a selection.
 *
 * When the focused element is removed, the focus moves to the new row of its monitor, or to the list if the monitor is no
 * longer on this page. It never passes to another monitor. From a suggestion it moves to the first monitor that it finds.
 */
function useRowEvents(container: RefObject<HTMLElement | null>) {
  'use memo';
  /** The link of the last focused row; null while the focus is outside of the list. */
  const last = useRef<{ href: string | null } | null>(null);
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { href } = last.current;
    const links = rowLinks(container.current);
    const link = href === suggestion ? links[0] : links.find((row) => row.getAttribute('href') === href);
    (link ?? container.current)?.focus({ preventScroll: true });
  });
  return {
    onClick: (event: MouseEvent) => {
      const link = document.getSelection()?.isCollapsed === false ? null : linkOfRow(event);
      if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) openTab(link.href);
      else link?.click();
    },
    onAuxClick: (event: MouseEvent) => {
      const link = event.button === MIDDLE ? linkOfRow(event) : null;
      if (link) openTab(link.href);
    },
    onFocus: () => {
      const row = rowLinks(container.current)[focusedRow(container.current)];
      last.current = row
        ? { href: row.getAttribute('href') ?? suggestion }
        : (last.current ?? { href: null });
    },
    // Not called when React removes the focused element.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (document.hasFocus() && !currentTarget.contains(relatedTarget)) last.current = null;
    },
  };
}
