// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the role would be gone, too.

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

/** CSS pixels. */
export const rowHeights = { compact: 32, comfortable: 40 } as const;

/** A column sorts only where the server can; see `sortable`. */
const defaultColumn = { enableSorting: false, maxSize: MAX_SIZE };

interface MonitorTableProps {
  rows: readonly MonitorRow[];
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort, order: SortOrder | null) => void;
}

/**
 * The monitors of one page, in the order given: headings that stay in view, and rows that become cards on a phone.
 * Each row is a grid of its own: in a table layout a change in one cell makes the browser lay out all of them. The
 * explicit roles keep it a table for assistive technology.
 */
export function MonitorTable({ rows, sort, order, onSort }: MonitorTableProps) {
  'use memo';
  const [{ density }] = usePreferences();
  const { state, handlers } = useColumnPreferences();
  /** The width of the column that is being dragged, until it is let go. */
  const [draft, setDraft] = useState<ColumnSizingState>({});
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
      <TableHead table={table} onDraft={(id, size) => setDraft(size === null ? {} : { [id]: size })} />
      <tbody role="rowgroup" className="block">
        {table.getRowModel().rows.map((row, index) => (
          // Rows are keyed by their place: when they are sorted anew, elements stay and only what they hold changes,
          // so that nothing moves. An element in a cell that can have the focus brings a key of its own, or the focus
          // would pass to another monitor.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <TableRow key={index} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}
