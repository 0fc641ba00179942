// biome-ignore-all lint/a11y/noRedundantRoles: browsers remove the table roles from elements without table display.

import { type ColumnSizingState, functionalUpdate, useTable } from '@tanstack/react-table';
import { useState } from 'react';
import { usePreferences } from '@/components/ui/preferences';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';
import { type MonitorRow, monitorColumns, monitorTableFeatures } from './columns';
import { layOutColumns, MAX_SIZE } from './grid-tracks';
import { fromSortingState, toSortingState } from './sorting';
import { TableHead } from './table-head';
import { TableRow } from './table-row';
import { useColumnPreferences } from './use-column-preferences';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

/** The row heights of the densities, in CSS pixels. */
export const rowHeights = { compact: 32, comfortable: 40 } as const;

/** Sorting is enabled only for columns that the server can sort by; see `sortable`. */
const defaultColumn = { enableSorting: false, maxSize: MAX_SIZE };

interface MonitorTableProps {
  rows: readonly MonitorRow[];
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort, order: SortOrder | null) => void;
}

/**
 * The table of the monitors of one page, in the given order, with sticky headings; on a phone rows become
 * cards. Each row is its own grid, because with a table layout a change of one cell causes a layout of all
 * cells. The explicit roles keep it a table for assistive technology.
 */
export function MonitorTable({ rows, sort, order, onSort }: MonitorTableProps) {
  'use memo';
  const [{ density }] = usePreferences();
  const { state, handlers } = useColumnPreferences();
  /** The width of the column that is being resized, until the end of the drag. */
  const [draft, setDraft] = useState<ColumnSizingState>({});
  const [announcement, setAnnouncement] = useState('');
  const sorting = toSortingState(sort, order);
  const table = useTable({
    features: monitorTableFeatures,
    columns: monitorColumns,
    defaultColumn,
    data: rows,
    getRowId: ({ monitor }) => monitor.monitor_uuid,
    manualSorting: true,
    state: { ...state, columnSizing: { ...state.columnSizing, ...draft }, sorting },
    ...handlers,
    onSortingChange: (updater) => {
      const next = fromSortingState(functionalUpdate(updater, sorting));
      onSort(next.sort, next.order);
    },
  });
  const columns = table.getVisibleLeafColumns();
  const { columnSizing } = table.state;
  const { tracks, firstWidth, minWidth } = layOutColumns(
    columns.map((column) => {
      const { minSize = 0, meta } = column.columnDef;
      return { size: column.getSize(), isSet: column.id in columnSizing, minSize, grow: meta?.grow ?? 0 };
    }),
  );
  return (
    <>
      <table
        role="table"
        style={{
          '--row': `${rowHeights[density]}px`,
          '--columns': tracks.join(' '),
          '--min-width': `${minWidth}px`,
          '--frozen-left': `${firstWidth}px`,
        }}
        className="block w-full sm:min-w-(--min-width) short:[--row:28px]!"
      >
        <caption className="sr-only">Monitors</caption>
        <TableHead
          table={table}
          onDraft={(id, size) => setDraft(size === null ? {} : { [id]: size })}
          onAnnounce={setAnnouncement}
        />
        <tbody role="rowgroup" className="block">
          {table.getRowModel().rows.map((row, index) => (
            // Rows are keyed by index: when the order changes, elements stay and only their content changes, so
            // that there is no layout shift. Focusable elements in cells have their own keys, so that the focus
            // does not pass to another monitor.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <TableRow key={index} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
