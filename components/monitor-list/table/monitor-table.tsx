// biome-ignore-all lint/a11y/noRedundantRoles: browsers remove the table roles from elements without table display.

import { type ColumnSizingState, functionalUpdate, useTable } from '@tanstack/react-table';
import { type ReactElement, type ReactNode, useState } from 'react';
import { usePreferences } from '@/components/ui/preferences';
import { pathOfThese } from '@/lib/client/monitors-url';
import { COLUMN_WIDTH_MAX } from '@/lib/contract/preferences';
import type { MonitorsUrlState } from '../use-monitors-url';
import type { MonitorRow } from './cells';
import { monitorColumns, monitorTableFeatures } from './columns';
import { fromSortingState, toSortingState } from './sorting';
import { TableHead } from './table-head';
import { TableRow } from './table-row';
import { useColumns } from './use-columns';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

/** The row heights of the densities, in CSS pixels. */
export const rowHeights = { compact: 32, comfortable: 40 } as const;

const defaultColumn = { maxSize: COLUMN_WIDTH_MAX };

/**
 * The table of the monitors of one page, in the given order, with sticky headings; on a phone rows become
 * cards. Each row is its own grid, because with a table layout a change of one cell causes a layout of all
 * cells. The explicit roles keep it a table for assistive technology.
 */
export function MonitorTable(props: {
  rows: readonly MonitorRow[];
  urlState: MonitorsUrlState;
  /** Puts other rows between those of the monitors. */
  arrange?: ((rows: readonly ReactElement[]) => ReactNode) | undefined;
}) {
  'use memo';
  const { rows, urlState, arrange } = props;
  const [{ density }] = usePreferences();
  const { columns: placed, isChosen, columnWidths, setWidths } = useColumns(urlState.query.rule);
  /** The width of the column that is being resized, until the end of the drag. */
  const [draft, setDraft] = useState<ColumnSizingState>({});
  const sorting = toSortingState(urlState.query.sort, urlState.query.order);
  const table = useTable({
    features: monitorTableFeatures,
    columns: monitorColumns,
    defaultColumn,
    data: rows,
    manualSorting: true,
    state: {
      columnVisibility: Object.fromEntries(placed.map(({ id, isShown }) => [id, isShown])),
      columnOrder: placed.map(({ id }) => id),
      columnSizing: { ...columnWidths, ...draft },
      sorting,
    },
    onColumnSizingChange: setWidths,
    onSortingChange: (updater) => urlState.change(fromSortingState(functionalUpdate(updater, sorting))),
  });
  const columns = table.getVisibleLeafColumns();
  const { columnSizing } = table.state;
  const shapes = columns.map((column) => {
    const { hideBelow = 0, grow = 0 } = column.columnDef.meta ?? {};
    return { hideBelow, grow, size: column.getSize(), isSet: column.id in columnSizing };
  });
  const elements = table.getRowModel().rows.map((row, index) => (
    // Rows are keyed by index: when the order changes, elements stay and only their content changes, so that there is no
    // layout shift. Focusable elements in cells have their own keys, so that the focus does not pass to another monitor.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <TableRow key={index} row={row} columns={columns} />
  ));
  return (
    <table
      role="table"
      style={{
        '--row': `${rowHeights[density]}px`,
        '--frozen-left': `${shapes[0]?.size ?? 0}px`,
        ...layOutColumns(shapes),
      }}
      // The column of a rule, which may be one that gives way, is what its list is about.
      data-gives-way={isChosen || urlState.query.rule !== undefined ? undefined : ''}
      className="monitor-columns block w-full sm:min-w-(--min-width) short:[--row:28px]!"
    >
      <caption className="sr-only">Monitors</caption>
      <TableHead
        table={table}
        onDraft={(id, size) => setDraft(size === null ? {} : { [id]: size })}
        reportHref={pathOfThese('report', urlState.searchPart)}
      />
      {/* Not translated by the browser, because names are not, and numbers that change would get stuck. */}
      <tbody role="rowgroup" translate="no" className="block">
        {arrange ? arrange(elements) : elements}
      </tbody>
    </table>
  );
}

/** The properties of a column that determine its width. */
export interface ColumnShape {
  /** The width, in CSS pixels; of a growing column the minimum. */
  size: number;
  /** Whether the user has set the width. */
  isSet: boolean;
  /** The share of the remaining width, unless the user has set a width; 0 for none. */
  grow: number;
  /** The width of the window below which the column may give way, in CSS pixels; 0 for never. */
  hideBelow: number;
}

/**
 * The layout of the columns, as custom properties: the grid tracks from left to right, and the width below which the table
 * scrolls horizontally in its frame. A column that gives way has its parts in `var(--below-…)`, which is empty in a
 * narrower window. At least one column that stays grows, so that the table fills its frame. Widths do not depend on the
 * content of cells, because each row is its own grid.
 *
 * @param columns the visible ones, from left to right
 */
export function layOutColumns(columns: readonly ColumnShape[]) {
  const stays = ({ hideBelow }: ColumnShape) => hideBelow === 0;
  const growing = columns.filter(({ grow, isSet }) => grow > 0 && !isSet);
  const last = growing.some(stays) ? undefined : columns.findLast(stays);
  const part = ({ hideBelow }: ColumnShape, value: string) =>
    hideBelow === 0 ? value : `var(--below-${hideBelow}, ${value})`;
  const trackOf = (column: ColumnShape) =>
    growing.includes(column) || column === last
      ? `minmax(${column.size}px, ${column === last ? 1 : column.grow}fr)`
      : `${column.size}px`;
  return {
    '--columns': columns.map((column) => part(column, trackOf(column))).join(' '),
    '--min-width': `calc(0px ${columns.map((column) => part(column, `+ ${column.size}px`)).join(' ')})`,
  };
}
