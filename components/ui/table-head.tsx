// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the roles would be gone, too.
'use client';

import { useRovingFocus } from './arrow-key-grid';
import type { Column } from './column';
import { ColumnResizer } from './column-resizer';
import { SortHeader } from './sort-header';

/** What the rows are sorted by, and what a heading can do about it. */
export interface TableSort {
  /** What the rows are sorted by now. */
  by: string | null;
  order: 'asc' | 'desc' | null;
  onSort: (sort: string) => void;
  /** What pressing a heading does. */
  hint: (sort: string, label: string) => string;
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort;
  /** Widths a person set, CSS pixels. */
  chosen: Readonly<Record<string, number>>;
  onDraft: (id: string, width: number | null) => void;
  onWidth: (id: string, width: number | null) => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/**
 * The headings. They stay in view, sort, and have a handle for their width. Over the cards of a phone there are none:
 * their order is in the sheet of filters, and what nobody sees must not take the focus.
 */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, chosen, onDraft, onWidth } = props;
  // The handles of all columns are one stop of the Tab key; ↑ and ↓ move between them.
  const rovingFocus = useRovingFocus(columns.map(({ id }) => [id]));
  const heading = ({ id, label, align, least, sort: key }: Column<Row>) => {
    const direction = key !== undefined && key === sort.by ? sort.order : null;
    return (
      <th
        role="columnheader"
        scope="col"
        // Its name is read out with each cell, so it holds nothing of the sorting or of the handle.
        aria-label={label}
        aria-sort={direction ? ariaSort[direction] : undefined}
        key={id}
        className={`group/head relative h-8 min-w-0 content-center whitespace-nowrap border-line border-b bg-raised px-2.5 font-medium text-ink-2 text-xs first:rounded-tl-lg first:pl-3.5 last:rounded-tr-lg ${align === 'end' ? 'text-right' : 'text-left'}`}
      >
        {key === undefined ? (
          <span className="block truncate">{label}</span>
        ) : (
          <SortHeader
            direction={direction}
            align={align}
            hint={sort.hint(key, label)}
            onSort={() => sort.onSort(key)}
          >
            {label}
          </SortHeader>
        )}
        <ColumnResizer
          rovingItem={rovingFocus.itemProps(id)}
          label={label}
          chosen={chosen[id] ?? null}
          least={least}
          onDraft={(width) => onDraft(id, width)}
          onWidth={(width) => onWidth(id, width)}
        />
      </th>
    );
  };
  return (
    <thead role="rowgroup" className="block max-sm:hidden sm:sticky sm:top-0 sm:z-10">
      <tr role="row" className="grid grid-cols-(--columns)" {...rovingFocus.containerProps}>
        {columns.map(heading)}
      </tr>
    </thead>
  );
}
