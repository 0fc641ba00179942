/** A column as far as its width is concerned. */
export interface ColumnShape {
  /** Of a column that does not grow, CSS pixels. */
  size: number;
  /** Whether a person set the width. */
  isSet: boolean;
  /** The column cannot be read below this width, CSS pixels. */
  minSize: number;
  /** Share of the room that is left over, unless a person set a width; 0: none. */
  grow: number;
}

interface ColumnLayout {
  /** Grid track of each column, from left to right; at least one of them takes the room that is left over. */
  tracks: readonly string[];
  /** The least width of the first column, CSS pixels: the one it has where the table scrolls. */
  firstWidth: number;
  /** CSS pixels below which the table scrolls sideways in its frame. */
  minWidth: number;
}

/**
 * How wide the columns are. One column is always left free, or the table would end before the frame around it does.
 * Widths never depend on what cells hold: each row is a grid of its own.
 *
 * @param columns the visible ones, from left to right
 */
export function layOutColumns(columns: readonly ColumnShape[]): ColumnLayout {
  const growing = columns.filter(({ grow, isSet }) => grow > 0 && !isSet);
  const free = growing.length === 0 ? columns.slice(-1) : growing;
  const leastOf = ({ grow, isSet, minSize, size }: ColumnShape) => (grow > 0 && !isSet ? minSize : size);
  return {
    tracks: columns.map((column) =>
      free.includes(column) ? `minmax(${leastOf(column)}px, ${column.grow || 1}fr)` : `${column.size}px`,
    ),
    firstWidth: columns.slice(0, 1).reduce((sum, column) => sum + leastOf(column), 0),
    minWidth: columns.reduce((sum, column) => sum + leastOf(column), 0),
  };
}

/** The greatest width of a column, CSS pixels; the preferences allow no more. */
export const MAX_SIZE = 1200;

/** The width nearest to the wanted one that a column can have, CSS pixels. */
export function clampSize(wanted: number, minSize: number): number {
  return Math.round(Math.min(MAX_SIZE, Math.max(minSize, wanted)));
}
