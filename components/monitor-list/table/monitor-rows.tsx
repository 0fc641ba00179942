import { type ReactNode, type RefObject, useDeferredValue } from 'react';
import { addressParts } from '@/components/monitor/monitor-names';
import { Toast } from '@/components/ui/toast';
import { copyMessage, useCopy } from '@/components/ui/use-copy';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { MonitorList } from '@/lib/contract/answers';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';
import type { ListedMonitor } from '@/lib/contract/monitor';
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
  /** Which query the list answers; null while it is still that of the one before. */
  loadedQuery: string | null;
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort, order: SortOrder | null) => void;
  /** Leads up from the first row. */
  onSearch: () => void;
  /** Shows what is down, the newest first. */
  onShowDown: () => void;
  /** What stands in place of the table when there are no rows. */
  empty: ReactNode;
}

/** The rows of one page: the keyboard moves through them, and they are held in place while somebody works with them. */
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
        // Its own layer at all times: to give it one for each fade, the browser would paint every row anew, twice a search.
        // Old rows fade only where new ones keep one waiting: an answer that comes at once makes nothing flicker.
        // Not around what floats over the pager, which would then lie under it.
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
 * A refresh of the list is rendered in the background, so that a hundred changed rows hold up no key and no scroll. Another
 * list is shown at once: somebody waits for it.
 */
function useDeferredRefresh(list: MonitorList, loadedQuery: string | null): MonitorList {
  const deferredList = useDeferredValue(list);
  const deferredQuery = useDeferredValue(loadedQuery);
  return deferredQuery === loadedQuery ? deferredList : list;
}

/** How long it is said that something was copied, milliseconds. */
const SAID_MS = 3000;

/** Copies what a monitor checks, and gives the words to say so; null when there is nothing to say. */
function useCopyTarget() {
  const { outcome, copy } = useCopy<string>(SAID_MS);
  return {
    message: copyMessage(outcome),
    copy: (monitor: ListedMonitor) => {
      const address = addressParts(monitor).join('');
      return copy(address, address);
    },
  };
}
