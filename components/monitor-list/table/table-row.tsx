// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the roles would be gone, too.

import { flexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import type { Condition } from '@/lib/contract/monitor';
import { frozenColumns, type MonitorColumn, type MonitorRow, type MonitorTableFeatures } from './columns';

const cardCell = {
  title: 'max-sm:[grid-area:1/1/2/4]',
  badge: 'max-sm:[grid-area:1/4] max-sm:pl-3',
  subtitle: 'max-sm:[grid-area:2/1/3/4]',
  age: 'max-sm:[grid-area:2/4] max-sm:pl-3 max-sm:from-right',
  note1: 'max-sm:col-start-1 card-note',
  note2: 'max-sm:col-start-2 card-note',
  note3: 'max-sm:[grid-column:3/-1] card-note',
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

/** A row that is gone loses its colours, and whatever makes a part of it stand out. */
const faded = '[&>td]:text-ink-3! [&_td_*]:font-normal! [&_td_*]:text-ink-3!';

/** The parts of a card's third line that follow another one. */
function laterNotes(columns: readonly MonitorColumn[]): readonly string[] {
  return columns
    .map(({ columnDef: { meta } }) => meta?.card ?? '')
    .filter((card) => card.startsWith('note'))
    .sort()
    .slice(1);
}

interface TableRowProps {
  row: Row<MonitorTableFeatures, MonitorRow>;
  /** The visible ones, from left to right. React Compiler does not see that the row's own list of them has changed. */
  columns: readonly MonitorColumn[];
}

/** One monitor: a row of the table, and on a phone a card. */
export const TableRow = memo(function TableRow({ row, columns }: TableRowProps) {
  'use memo';
  const { monitor, gone } = row.original;
  const cells = row.getAllCellsByColumnId();
  const frozen = frozenColumns(columns);
  const dotted = laterNotes(columns);
  return (
    <tr role="row" className={`group monitor-row ${gone ? faded : edge[monitor.condition]}`}>
      {columns.map(({ id, columnDef: { meta } }, place) => {
        const cell = cells[id];
        return (
          <td
            role="cell"
            // Not by the cell's own id, which names the monitor: an element stays when its row shows another one.
            key={id}
            className={`monitor-cell ${place < frozen ? 'frozen-cell' : ''} ${meta?.align === 'end' ? 'sm:from-right' : ''} ${meta?.card ? cardCell[meta.card] : 'max-sm:hidden'} ${meta?.card && dotted.includes(meta.card) ? 'card-dot' : ''}`}
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
