import { type ReactNode, type RefObject, useDeferredValue } from 'react';
import { targetParts } from '@/components/monitor/monitor-names';
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
import { useRestoreRowFocus } from './use-restore-row-focus';
import { useRowClick } from './use-row-click';
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
