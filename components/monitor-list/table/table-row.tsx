// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the roles would be gone, too.

import { flexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import type { Condition } from '@/lib/contract/monitor';
import type { MonitorColumn, MonitorRow, MonitorTableFeatures } from './columns';

const cardCell = {
  title: 'max-sm:order-1',
  badge: 'max-sm:order-2 max-sm:from-right',
  subtitle: 'max-sm:order-3',
  trailing: 'max-sm:order-4 max-sm:from-right',
  footer: 'max-sm:order-5 max-sm:col-span-2 max-sm:empty:hidden',
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
    <tr role="row" className={`group monitor-row ${gone ? faded : edge[monitor.condition]}`}>
      {columns.map(({ id, columnDef: { meta } }) => {
        const cell = cells[id];
        return (
          <td
            role="cell"
            // Not by the cell's own id, which names the monitor: an element stays when its row shows another one.
            key={id}
            className={`monitor-cell ${meta?.align === 'end' ? 'sm:from-right' : ''} ${meta?.card ? cardCell[meta.card] : 'max-sm:hidden'}`}
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
