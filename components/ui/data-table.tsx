// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the table display is taken away, and the role with it.
'use client';

import {
  columnVisibilityFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import { useState } from 'react';
import { type ColumnShape, layOutColumns } from './column-layout';
import { TableHead, type TableSort } from './table-head';
import { TableRows } from './table-rows';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

/** How a column is drawn. `card` places its cell in the two-line card a row becomes on a phone. */
export interface ColumnLook extends Omit<ColumnShape, 'id'> {
  align?: 'end';
  /** What the list can be sorted by in this column; none: its heading is not a button. */
  sort?: string;
  card?: 'main' | 'lead' | 'second' | 'aside';
}

/** What our tables do: columns can be hidden. Sorting, filtering and paging are the server's. */
export const dataTableFeatures = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnLook>(),
});

interface DataTableProps<T extends RowData> {
  table: ReactTable<typeof dataTableFeatures, T>;
  caption: string;
  /** CSS pixels. */
  rowHeight: number;
  rowClass: (row: T) => string;
  sort: TableSort;
  /** Widths a person set, by column, CSS pixels. */
  widths: Readonly<Record<string, number>>;
  /** A person has set a width; null is the usual one. */
  onWidth: (id: string, width: number | null) => void;
}

/**
 * A table with a header that stays, and rows that become cards on a phone. It knows nothing of what it shows.
 * The explicit roles keep it a table for assistive technology where the phone layout takes the table display away.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { table, caption, rowHeight, rowClass, sort, widths, onWidth } = props;
  /** The width of the column that is being dragged, until it is let go. */
  const [draft, setDraft] = useState<Record<string, number>>({});
  const chosen = { ...widths, ...draft };
  const layout = layOutColumns(
    table.getVisibleLeafColumns().map(({ id, columnDef: { meta } }) => ({
      id,
      width: meta?.width ?? 'auto',
      least: meta?.least ?? 0,
      fills: meta?.fills ?? false,
    })),
    chosen,
  );
  return (
    <table
      role="table"
      style={{ '--row': `${rowHeight}px`, '--least': layout.least }}
      className="w-full table-fixed border-separate border-spacing-0 max-sm:block sm:min-w-(--least)"
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead
        table={table}
        sort={sort}
        widths={layout.widths}
        chosen={chosen}
        onDraft={(id, width) => setDraft(width === null ? {} : { [id]: width })}
        onWidth={onWidth}
      />
      <TableRows table={table} rowClass={rowClass} />
    </table>
  );
}
