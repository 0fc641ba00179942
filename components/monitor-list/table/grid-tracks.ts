import { COLUMN_WIDTH_MAX } from '@/lib/contract/preferences';
/** The properties of a column that determine its width. */
export interface ColumnShape {
  /** The width, in CSS pixels; of a growing column the minimum. */
  size: number;
  /** Whether the user has set the width. */
  isSet: boolean;
  /** The share of the remaining width, unless the user has set a width; 0 for none. */
  grow: number;
  /** The width of the window below which the column may give way, in CSS pixels; 0 for never. */
  hideBelow: number;
}

/**
 * The layout of the columns, as custom properties: the grid tracks from left to right, and the width below which the table
 * scrolls horizontally in its frame. A column that gives way has its parts in `var(--below-…)`, which is empty in a
 * narrower window. At least one column that stays grows, so that the table fills its frame. Widths do not depend on the
 * content of cells, because each row is its own grid.
 *
 * @param columns the visible ones, from left to right
 */
export function layOutColumns(columns: readonly ColumnShape[]) {
  const stays = ({ hideBelow }: ColumnShape) => hideBelow === 0;
  const growing = columns.filter(({ grow, isSet }) => grow > 0 && !isSet);
  const last = growing.some(stays) ? undefined : columns.findLast(stays);
  const part = ({ hideBelow }: ColumnShape, value: string) =>
    hideBelow === 0 ? value : `var(--below-${hideBelow}, ${value})`;
  const trackOf = (column: ColumnShape) =>
    growing.includes(column) || column === last
      ? `minmax(${column.size}px, ${column === last ? 1 : column.grow}fr)`
      : `${column.size}px`;
  return {
    '--columns': columns.map((column) => part(column, trackOf(column))).join(' '),
    '--min-width': `calc(0px ${columns.map((column) => part(column, `+ ${column.size}px`)).join(' ')})`,
  };
}

/** Rounds a width and clamps it to the allowed range, in CSS pixels. */
export function clampSize(size: number, minSize: number): number {
  return Math.round(Math.min(COLUMN_WIDTH_MAX, Math.max(minSize, size)));
}
