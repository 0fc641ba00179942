// biome-ignore-all lint/a11y/noRedundantRoles: browsers remove the table roles from elements without table display.

import { flexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import type { Condition } from '@/lib/contract/monitor';
import type { MonitorRow } from './cells';
import { frozenColumns, type MonitorColumn, type MonitorTableFeatures } from './columns';

const cardCell = {
  title: 'max-sm:[grid-area:1/1/2/4]',
  badge: 'max-sm:[grid-area:1/4] max-sm:pl-3',
  subtitle: 'max-sm:[grid-area:2/1/3/4]',
  age: 'max-sm:[grid-area:2/4] max-sm:pl-3 max-sm:from-right',
  note1: 'max-sm:col-start-1 card-note',
  note2: 'max-sm:col-start-2 card-note',
  note3: 'max-sm:[grid-column:3/-1] card-note',
  strip: 'max-sm:[grid-area:4/1/5/-1]',
} as const;

/** The edge of rows that need attention: an inset shadow, which causes no layout shift. */
const edge =
  'max-sm:shadow-[inset_4px_0_0_var(--edge)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--edge)]';
const edges: Partial<Record<Condition, string>> = {
  down: `[--edge:var(--down)] ${edge}`,
  overdue: `[--edge:var(--overdue)] ${edge}`,
  unknown: `[--edge:var(--unknown)] ${edge}`,
};

/** The style of a row that moved off the page: without colours and emphasis. */
const faded = '[&>td]:text-ink-3! [&_td_*]:font-normal! [&_td_*]:text-ink-3!';

/** The notes of a card's third line that follow another note and have a separator. */
function laterNotes(columns: readonly MonitorColumn[]): readonly string[] {
  return columns
    .map(({ columnDef: { meta } }) => meta?.card ?? '')
    .filter((card) => card.startsWith('note'))
    .sort()
    .slice(1);
}

interface TableRowProps {
  row: Row<MonitorTableFeatures, MonitorRow>;
  /**
   * The visible columns, from left to right. A prop, because React Compiler does not detect changes inside
   * `row`.
   */
  columns: readonly MonitorColumn[];
}

/** The row of a monitor, displayed as a card on a phone. */
export const TableRow = memo(function TableRow({ row, columns }: TableRowProps) {
  'use memo';
  const { monitor, gone } = row.original;
  const cells = row.getAllCellsByColumnId();
  const frozen = frozenColumns(columns);
  const dotted = laterNotes(columns);
  return (
    <tr role="row" className={`group monitor-row ${gone ? faded : (edges[monitor.condition] ?? '')}`}>
      {columns.map(({ id, columnDef: { meta } }, place) => {
        const cell = cells[id];
        return (
          <td
            role="cell"
            // Not keyed by the cell id, which contains the monitor's UUID, so that elements stay when the row
            // changes.
            key={id}
            className={`monitor-cell ${place < frozen ? 'frozen-cell' : ''} ${meta?.align === 'end' ? 'sm:from-right' : ''} ${meta?.card ? cardCell[meta.card] : 'max-sm:hidden'} ${meta?.card && dotted.includes(meta.card) ? 'card-dot' : ''} ${meta?.hideBelow ? `below-${meta.hideBelow}` : ''}`}
          >
            {cell ? flexRender(cell.column.columnDef.cell, cell.getContext()) : null}
          </td>
        );
      })}
    </tr>
  );
}, isSameRow);

/** Compares only what a row displays, because the table creates new row objects with each response. */
function isSameRow(before: TableRowProps, after: TableRowProps): boolean {
  return (
    before.columns === after.columns &&
    before.row.original.monitor === after.row.original.monitor &&
    before.row.original.gone === after.row.original.gone
  );
}
