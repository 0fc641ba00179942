import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { addressParts } from '@/components/monitor/labels';
import { useCopy } from '@/components/ui/copy-button';
import { openTab } from '@/components/ui/open-tab';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { MonitorList } from '@/lib/contract/answers';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { MonitorTable } from './monitor-table';
import { RowNotes } from './row-notes';
import { useDownNews } from './use-down-news';
import { useHeldRows } from './use-held-rows';
import { useKeptFocus } from './use-kept-focus';
import { useRowCommands } from './use-row-commands';

interface MonitorRowsProps {
  list: MonitorList;
  /** Which query the list answers; null while it is still that of the one before. */
  answered: string | null;
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort, order: SortOrder | null) => void;
  /** What stands in place of the table when there are no rows. */
  empty: ReactNode;
}

/** The rows of one page: the keyboard moves through them, and they are held in place while somebody works with them. */
export function MonitorRows({ list, answered, sort, order, onSort, empty }: MonitorRowsProps) {
  const zone = useRef<HTMLElement>(null);
  const { rows, changed, apply } = useHeldRows(list.data, answered, useInteractionWithin(zone));
  const copying = useCopyTarget();
  const isRead = list.meta.inventory.state !== 'reading';
  const news = useDownNews(answered, isRead && list.facets ? (list.facets.condition.down ?? 0) : null);
  const ids = rows.map(({ monitor }) => monitor.monitor_uuid);
  useKeptFocus(zone, ids);
  useRowClick(zone);
  useRowCommands(zone, {
    onCopy: (place) => {
      const shown = rows[place];
      if (shown) copying.copy(shown.monitor);
    },
    onUpdate: changed > 0 ? apply : null,
  });
  return (
    <section
      ref={zone}
      tabIndex={-1}
      aria-label="Monitors on this page"
      aria-busy={answered === null}
      // Its own layer at all times: to give it one for each fade, the browser would paint every row anew, twice a search.
      // Old rows fade only where new ones keep one waiting: an answer that comes at once makes nothing flicker.
      className={`transition-opacity duration-150 will-change-[opacity] ${answered === null ? 'opacity-60 delay-100' : ''}`}
    >
      {rows.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">{empty}</div>
      ) : (
        <TableFrame label="Monitors">
          <MonitorTable rows={rows} sort={sort} order={order} onSort={onSort} />
        </TableFrame>
      )}
      <RowNotes changed={changed} onUpdate={apply} copied={copying.message} news={news} />
    </section>
  );
}

/** How long it is said that something was copied, milliseconds. */
const SAID_MS = 3000;

/** Copies what a monitor checks, and gives the words to say so; null when there is nothing to say. */
function useCopyTarget() {
  const { outcome, copy } = useCopy<string>(SAID_MS);
  const message =
    outcome?.result === 'failed' ? 'Copying was refused by the browser' : `Copied ${outcome?.what}`;
  return {
    message: outcome === null ? null : message,
    copy: (monitor: ListedMonitor) => {
      const address = addressParts(monitor).join('');
      return copy(address, address);
    },
  };
}

/**
 * The frame around a table. A table that is wider than the window scrolls sideways in it, and then up and down too,
 * so that its headings stay in view; the page itself never scrolls sideways.
 */
function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const sizes = new ResizeObserver(() => setTooWide(table.offsetWidth > element.clientWidth));
    sizes.observe(element);
    sizes.observe(table);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      // What scrolls must be reachable by keyboard.
      {...(tooWide ? { role: 'region', tabIndex: 0, 'aria-label': `${label}, scrolls sideways` } : {})}
      className={`rounded-lg border border-line bg-surface ${tooWide ? 'max-h-[calc(100dvh-24px)] overflow-auto' : 'overflow-x-clip'}`}
    >
      {children}
    </div>
  );
}

/** The button of the mouse that opens a link in a new tab. */
const MIDDLE = 1;

/** The link that a text of a row lies above; null where the click was on something that answers it itself. */
function linkBelow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

function onClick(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const link = linkBelow(event);
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link.href);
  else link.click();
}

function onOtherClick(event: MouseEvent): void {
  const link = event.button === MIDDLE ? linkBelow(event) : null;
  if (link) openTab(link.href);
}

/**
 * Texts that explain themselves on hover lie above the link that covers their row, so that they can be selected. A
 * click on one of them is a click on the link all the same, unless it ends a selection.
 */
function useRowClick(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = zone.current;
    element?.addEventListener('click', onClick);
    element?.addEventListener('auxclick', onOtherClick);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('auxclick', onOtherClick);
    };
  }, [zone]);
}
