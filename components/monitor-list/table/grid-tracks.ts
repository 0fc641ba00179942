/** The properties of a column that determine its width. */
export interface ColumnShape {
  /** The width, in CSS pixels; of a growing column the minimum. */
  size: number;
  /** Whether the user has set the width. */
  isSet: boolean;
  /** The share of the remaining width, unless the user has set a width; 0 for none. */
  grow: number;
}

interface ColumnLayout {
  /** The grid track of each column, from left to right; at least one of them grows. */
  tracks: readonly string[];
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
  return {
    tracks: columns.map((column) =>
      free.includes(column) ? `minmax(${column.size}px, ${column.grow || 1}fr)` : `${column.size}px`,
    ),
    minWidth: columns.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The maximum width of a column, in CSS pixels. */
export const MAX_SIZE = 1200;

/** Rounds a width and clamps it to the allowed range, in CSS pixels. */
export function clampSize(size: number, minSize: number): number {
  return Math.round(Math.min(MAX_SIZE, Math.max(minSize, size)));
}
