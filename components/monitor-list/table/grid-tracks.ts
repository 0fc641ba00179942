/** The properties of a column that determine its width. */
export interface ColumnShape {
  /** The width of a column that does not grow, in CSS pixels. */
  size: number;
  /** Whether the user has set the width. */
  isSet: boolean;
  /** The minimum width at which the column is readable, in CSS pixels. */
  minSize: number;
  /** The share of the remaining width, unless the user has set a width; 0 for none. */
  grow: number;
}

interface ColumnLayout {
  /** The grid track of each column, from left to right; at least one of them grows. */
  tracks: readonly string[];
  /** The minimum width of the first column, in CSS pixels, which it has when the table scrolls. */
  firstWidth: number;
  /** The width in CSS pixels below which the table scrolls horizontally in its frame. */
  minWidth: number;
}

/**
 * The layout of the columns. At least one column grows, so that the table fills its frame. Widths do not
 * depend on the content of cells, because each row is its own grid.
 *
 * @param columns the visible ones, from left to right
 */
export function layOutColumns(columns: readonly ColumnShape[]): ColumnLayout {
  const growing = columns.filter(({ grow, isSet }) => grow > 0 && !isSet);
  const free = growing.length === 0 ? columns.slice(-1) : growing;
  const minimumOf = ({ grow, isSet, minSize, size }: ColumnShape) => (grow > 0 && !isSet ? minSize : size);
  return {
    tracks: columns.map((column) =>
      free.includes(column) ? `minmax(${minimumOf(column)}px, ${column.grow || 1}fr)` : `${column.size}px`,
    ),
    firstWidth: columns.slice(0, 1).reduce((sum, column) => sum + minimumOf(column), 0),
    minWidth: columns.reduce((sum, column) => sum + minimumOf(column), 0),
  };
}

/** The maximum width of a column, in CSS pixels. */
export const MAX_SIZE = 1200;

/** Rounds a width and clamps it to the allowed range, in CSS pixels. */
export function clampSize(size: number, minSize: number): number {
  return Math.round(Math.min(MAX_SIZE, Math.max(minSize, size)));
}
