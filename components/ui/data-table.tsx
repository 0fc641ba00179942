// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the table display is taken away, and the roles with it.
'use client';

import {
  columnVisibilityFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import { SortHeader } from './sort-header';

/** How a column is drawn. `card` places its cell in the two-line card a row becomes on a phone. */
export interface ColumnLook {
  width: string;
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
  rowClass: (row: T) => string;
  /** What the rows are sorted by now. */
  sort: string | null;
  order: 'asc' | 'desc' | null;
  onSort: (sort: string) => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

const cardCell = {
  main: 'max-sm:order-1',
  lead: 'max-sm:order-2 max-sm:text-right',
  second: 'max-sm:order-3',
  aside: 'max-sm:order-4 max-sm:text-right',
} as const;

/**
 * A table with a header that stays, and rows that become cards on a phone. It knows nothing of what it shows.
 * The explicit roles keep it a table for assistive technology where the phone layout takes the table display away.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { table, caption, rowClass, sort, order, onSort } = props;
  return (
    <table role="table" className="w-full table-fixed border-separate border-spacing-0 max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        {table.getHeaderGroups().map((group) => (
          <tr role="row" key={group.id}>
            {group.headers.map((header) => {
              const look = header.column.columnDef.meta;
              const key = look?.sort;
              const direction = key !== undefined && key === sort ? order : null;
              return (
                <th
                  role="columnheader"
                  scope="col"
                  aria-sort={direction ? ariaSort[direction] : undefined}
                  key={header.id}
                  style={{ width: look?.width }}
                  className={`sticky top-0 z-10 h-8 truncate border-line border-b bg-raised px-2.5 font-medium text-ink-2 text-xs first:rounded-tl-lg first:pl-3.5 last:rounded-tr-lg ${look?.align === 'end' ? 'text-right' : 'text-left'}`}
                >
                  {key === undefined ? (
                    <table.FlexRender header={header} />
                  ) : (
                    <SortHeader direction={direction} align={look?.align} onSort={() => onSort(key)}>
                      <table.FlexRender header={header} />
                    </SortHeader>
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {table.getRowModel().rows.map((row) => (
          <tr
            role="row"
            key={row.id}
            className={`group relative max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:border-line max-sm:border-b max-sm:px-3.5 max-sm:py-2 max-sm:last:border-b-0 ${rowClass(row.original)}`}
          >
            {row.getVisibleCells().map((cell) => {
              const look = cell.column.columnDef.meta;
              return (
                <td
                  role="cell"
                  key={cell.id}
                  className={`truncate text-ink-2 sm:h-8 sm:border-line sm:border-b sm:px-2.5 sm:first:pl-3.5 sm:group-last:border-b-0 sm:group-hover:bg-raised ${look?.align === 'end' ? 'sm:text-right' : ''} ${look?.card ? cardCell[look.card] : 'max-sm:hidden'}`}
                >
                  <table.FlexRender cell={cell} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
