// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the roles would be gone, too.

import { flexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import type { Condition } from '@/lib/contract/monitor';
import type { MonitorColumn, MonitorRow, MonitorTableFeatures } from './columns';

/** Rows scrolled out of view are neither laid out nor painted: their height is known without. */
const skippedOffScreen = 'sm:[content-visibility:auto] sm:[contain-intrinsic-block-size:var(--row)]';
const rowShape =
  'group relative grid sm:grid-cols-(--columns) max-sm:grid-cols-[minmax(0,1fr)_fit-content(45%)] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:border-line max-sm:border-b max-sm:px-3.5 max-sm:py-2 max-sm:last:border-b-0 max-sm:focus-within:bg-accent-soft';
/** Elements with a tooltip are stacked above the row's stretched link; so their text can be selected, too. */
const aboveLink = '[&_[title]:not(a)]:relative [&_[title]:not(a)]:z-1';
const cellShape =
  'min-w-0 truncate text-ink-2 sm:h-(--row) sm:content-center sm:border-line sm:bg-surface sm:border-b sm:px-2.5 sm:first:pl-3.5 sm:group-last:border-b-0 sm:group-hover:bg-raised sm:group-focus-within:bg-accent-soft';

/**
 * Written from the right: a text that changes its length grows to the left, where it moves nothing, and no layout
 * shift is counted. The text itself keeps its own direction.
 */
const fromRight = 'sm:text-right sm:[direction:rtl] sm:[unicode-bidi:plaintext]';
const cardFromRight = 'max-sm:text-right max-sm:[direction:rtl] max-sm:[unicode-bidi:plaintext]';

const cardCell = {
  main: 'max-sm:order-1',
  lead: `max-sm:order-2 ${cardFromRight}`,
  second: 'max-sm:order-3',
  aside: `max-sm:order-4 ${cardFromRight}`,
  note: 'max-sm:order-5 max-sm:col-span-2 max-sm:empty:hidden',
} as const;

/** Only rows that need attention have a coloured edge; it lies inside the row, so nothing shifts. */
const edge: Record<Condition, string> = {
  down: 'max-sm:shadow-[inset_4px_0_0_var(--down)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--down)]',
  overdue:
    'max-sm:shadow-[inset_4px_0_0_var(--overdue)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--overdue)]',
  pending: '',
  up: '',
  inactive: '',
};

/** A row that is gone loses its colours, but for the link's cell: a filter there would keep the link from covering the row. */
const faded = '[&>td>*:not(:has(a))]:grayscale';

interface TableRowProps {
  row: Row<MonitorTableFeatures, MonitorRow>;
  /** The visible ones, from left to right. React Compiler does not see that the row's own list of them has changed. */
  columns: readonly MonitorColumn[];
}

/** One monitor: a row of the table, and on a phone a card. */
export const TableRow = memo(function TableRow({ row, columns }: TableRowProps) {
  const { monitor, gone } = row.original;
  const cells = row.getAllCellsByColumnId();
  return (
    <tr
      role="row"
      className={`${rowShape} ${skippedOffScreen} ${aboveLink} ${gone ? faded : edge[monitor.condition]}`}
    >
      {columns.map(({ id, columnDef: { meta } }) => {
        const cell = cells[id];
        return (
          <td
            role="cell"
            // Not by the cell's own id, which names the monitor: an element stays when its row shows another one.
            key={id}
            className={`${cellShape} ${meta?.align === 'end' ? fromRight : ''} ${meta?.card ? cardCell[meta.card] : 'max-sm:hidden'}`}
          >
            {cell ? flexRender(cell.column.columnDef.cell, cell.getContext()) : null}
          </td>
        );
      })}
    </tr>
  );
}, isSameRow);

/** The table makes all its row objects anew with each answer; what a row shows depends on these alone. */
function isSameRow(before: TableRowProps, after: TableRowProps): boolean {
  return (
    before.columns === after.columns &&
    before.row.original.monitor === after.row.original.monitor &&
    before.row.original.gone === after.row.original.gone
  );
}
