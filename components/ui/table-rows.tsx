// biome-ignore-all lint/a11y/noRedundantRoles: without the table display the roles would be gone, too.
'use client';

import type { Column } from './column';

/** What is scrolled away is neither laid out nor painted: a row's height is known without. */
const whenSeen = 'sm:[content-visibility:auto] sm:[contain-intrinsic-block-size:var(--row)]';
const rowShape =
  'group relative grid sm:grid-cols-(--columns) max-sm:grid-cols-[minmax(0,1fr)_fit-content(45%)] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:border-line max-sm:border-b max-sm:px-3.5 max-sm:py-2 max-sm:last:border-b-0 max-sm:focus-within:bg-accent-soft';
/** What explains itself on hover lies above the link that covers the row; so its text can be selected, too. */
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

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowClass: (row: Row) => string;
}

/**
 * The rows, by their place: when they are sorted anew, elements stay and only what they hold changes, so that nothing
 * moves. A cell that can have the focus must bring its own key, or the focus would pass to another row's content.
 */
export function TableRows<Row>({ columns, rows, rowClass }: TableRowsProps<Row>) {
  return (
    <tbody role="rowgroup" className="block">
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <TableRow key={place} columns={columns} row={row} look={rowClass(row)} />
      ))}
    </tbody>
  );
}

interface TableRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  look: string;
}

/** With the same object for its row it is not rendered again. */
function TableRow<Row>({ columns, row, look }: TableRowProps<Row>) {
  return (
    <tr role="row" className={`${rowShape} ${whenSeen} ${aboveLink} ${look}`}>
      {columns.map(({ id, align, card, cell }) => (
        <td
          role="cell"
          key={id}
          className={`${cellShape} ${align === 'end' ? fromRight : ''} ${card ? cardCell[card] : 'max-sm:hidden'}`}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
