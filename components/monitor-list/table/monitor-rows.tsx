import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef } from 'react';
import { targetParts } from '@/components/monitor/monitor-names';
import { openTab } from '@/components/ui/open-tab';
import { focusedRow, rowLinks } from '@/components/ui/row-focus';
import { Toast } from '@/components/ui/toast';
import { copyMessage, useCopy } from '@/components/ui/use-copy';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorList } from '@/lib/contract/responses';
import { MonitorTable } from './monitor-table';
import { RowStatus } from './row-status';
import { TableFrame } from './table-frame';
import { useDownAnnouncement } from './use-down-announcement';
import { useHeldRows } from './use-held-rows';
import { useNewlyDown } from './use-newly-down';
import { useRowCommands } from './use-row-commands';

interface MonitorRowsProps {
  /** The element around the rows. */
  container: RefObject<HTMLElement | null>;
  list: MonitorList;
  /** The serialized query of the list; null while the list is that of the previous query. */
  loadedQuery: string | null;
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort, order: SortOrder | null) => void;
  /** Called when the focus moves up from the first row. */
  onSearch: () => void;
  /** Shows the down monitors, the newest first. */
  onShowDown: () => void;
  /** Replaces the table when there are no rows. */
  empty: ReactNode;
}

/**
 * The rows of one page with keyboard navigation. Rows keep their positions while the user interacts with
 * them.
 */
export function MonitorRows(props: MonitorRowsProps) {
  'use memo';
  const { container, list: newest, loadedQuery, sort, order, onSort, onSearch, onShowDown, empty } = props;
  const list = useDeferredRefresh(newest, loadedQuery);
  const { rows, changed, apply } = useHeldRows(list.data, loadedQuery, useInteractionWithin(container));
  const copying = useCopyTarget();
  const isRead = list.meta.inventory.state !== 'reading';
  const news = useDownAnnouncement(
    loadedQuery,
    isRead && list.facets ? (list.facets.condition.down ?? 0) : null,
  );
  const newlyDown = useNewlyDown(list.meta);
  const ids = rows.map(({ monitor }) => monitor.monitor_uuid);
  useRestoreRowFocus(container, ids);
  useRowClick(container);
  useRowCommands(container, {
    onCopy: (place) => {
      const shown = rows[place];
      if (shown) copying.copy(shown.monitor);
    },
    onUpdate: changed > 0 ? apply : null,
    onLeaveTop: onSearch,
  });
  return (
    <section
      ref={container}
      tabIndex={-1}
      aria-label="Monitors on this page"
      aria-busy={loadedQuery === null}
      className="scroll-mt-(--stuck-above)"
    >
      <div
        // A permanent compositing layer, because creating one for each fade would repaint every row twice for
        // each search. The delay avoids flicker when the response arrives quickly. RowStatus is outside of
        // this element: its stacking context would put the floating elements below the pager.
        className={`transition-opacity duration-150 will-change-[opacity] ${loadedQuery === null ? 'opacity-60 delay-100' : ''}`}
      >
        {rows.length === 0 ? (
          empty
        ) : (
          <TableFrame label="Monitors">
            <MonitorTable rows={rows} sort={sort} order={order} onSort={onSort} />
          </TableFrame>
        )}
      </div>
      <RowStatus
        changed={changed}
        onUpdate={apply}
        news={news}
        newlyDown={newlyDown}
        onShowDown={onShowDown}
      />
      <Toast message={copying.message} />
    </section>
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

/** The display time of the toast after copying, in milliseconds. */
const TOAST_MS = 3000;

/** A function that copies the target of a monitor, and the message for the toast (null without one). */
function useCopyTarget() {
  const { outcome, copy } = useCopy<string>(TOAST_MS);
  return {
    message: copyMessage(outcome),
    copy: (monitor: ListedMonitor) => {
      const address = targetParts(monitor).join('');
      if (address !== '') copy(address, address);
    },
  };
}

/** The number of the middle mouse button, which opens a link in a new tab. */
const MIDDLE = 1;

/** The link of the clicked row; null if the target is itself a link or a button. */
function linkOfRow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

function onClick(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const link = linkOfRow(event);
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link.href);
  else link.click();
}

function onOtherClick(event: MouseEvent): void {
  const link = event.button === MIDDLE ? linkOfRow(event) : null;
  if (link) openTab(link.href);
}

/**
 * Elements with a tooltip are stacked above the row's stretched link, so that their text can be selected.
 * This hook passes a click on them to the link, unless the click ends a selection.
 */
function useRowClick(container: RefObject<HTMLElement | null>): void {
  'use memo';
  useEffect(() => {
    const element = container.current;
    element?.addEventListener('click', onClick);
    element?.addEventListener('auxclick', onOtherClick);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('auxclick', onOtherClick);
    };
  }, [container]);
}

/**
 * When the focused element is removed, moves the focus to the new row of its monitor, or to the list if the
 * monitor is no longer on this page. The focus never passes to another monitor.
 *
 * @param ids the ids of the displayed rows, from top to bottom
 */
function useRestoreRowFocus(container: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  /** The last focused row; null while the focus is outside of the list. */
  const last = useRef<{ id: string | undefined } | null>(null);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Node && element.contains(target))) last.current = null;
      else if (focusedRow(element) !== -1) last.current = { id: ids[focusedRow(element)] };
      else last.current ??= { id: undefined };
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !document.hasFocus()) return;
      // An element that is still connected lost the focus because the user clicked elsewhere.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) last.current = null;
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [container, ids]);

  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { id } = last.current;
    const link = id === undefined ? undefined : rowLinks(container.current)[ids.indexOf(id)];
    (link ?? container.current)?.focus({ preventScroll: true });
  });
}
