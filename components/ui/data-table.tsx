// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the role would be gone, too.
'use client';

import { useState } from 'react';
import type { Column } from './column';
import { layOutColumns } from './column-layout';
import { TableHead, type TableSort } from './table-head';
import { TableRows } from './table-rows';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

interface DataTableProps<Row> {
  /** Those on show, from left to right. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  caption: string;
  /** CSS pixels. */
  rowHeight: number;
  rowClass: (row: Row) => string;
  sort: TableSort;
  /** Widths a person set, by column, CSS pixels. */
  widths: Readonly<Record<string, number>>;
  /** A person has set a width; null is the usual one. */
  onWidth: (id: string, width: number | null) => void;
}

/**
 * A table with a header that stays, and rows that become cards on a phone. It knows nothing of what it shows.
 * Each row is a grid of its own: in a table layout a change in one cell makes the browser lay out all of them. The
 * explicit roles keep it a table for assistive technology.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, caption, rowHeight, rowClass, sort, widths, onWidth } = props;
  /** The width of the column that is being dragged, until it is let go. */
  const [draft, setDraft] = useState<Record<string, number>>({});
  const chosen = { ...widths, ...draft };
  const layout = layOutColumns(columns, chosen);
  return (
    <table
      role="table"
      style={{
        '--row': `${rowHeight}px`,
        '--columns': layout.widths.join(' '),
        '--least': layout.least,
      }}
      className="block w-full sm:min-w-(--least)"
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead
        columns={columns}
        sort={sort}
        chosen={chosen}
        onDraft={(id, width) => setDraft(width === null ? {} : { [id]: width })}
        onWidth={onWidth}
      />
      <TableRows columns={columns} rows={rows} rowClass={rowClass} />
    </table>
  );
}
