import type { ReactNode } from 'react';
import type { ColumnShape } from './column-layout';

/** One column: what stands in it and how it is drawn. */
export interface Column<Row> extends ColumnShape {
  label: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** What the list can be sorted by in this column; none: its heading is not a button. */
  sort?: string;
  /**
   * Where its cell stands in the two-line card that a row becomes on a phone; none: it has no place there. A note is a
   * third line, only where there is something in it.
   */
  card?: 'main' | 'lead' | 'second' | 'aside' | 'note';
}
