/** A column as far as its width is concerned. */
export interface ColumnShape {
  /** A CSS length. */
  width: string;
  /** Whether a person set the width. */
  isSet: boolean;
  /** The column cannot be read below this width, CSS pixels. */
  minSize: number;
  /** Takes the room that is left over, unless a person set a width. */
  grow: boolean;
}

interface ColumnLayout {
  /** Grid track of each column, from left to right; one of them takes the room that is left over. */
  tracks: readonly string[];
  /** CSS length below which the table scrolls sideways in its frame. */
  minWidth: string;
}

/** The room that is left over, however long its texts are. */
const REST = 'minmax(0, 1fr)';

/**
 * How wide the columns are. One column is always left free, or the table would end before the frame around it does.
 *
 * @param columns the visible ones, from left to right
 */
export function layOutColumns(columns: readonly ColumnShape[]): ColumnLayout {
  const free = columns.findLast(({ grow, isSet }) => grow && !isSet) ?? columns.at(-1);
  const needs = columns.map((column) =>
    column === free && column.grow && !column.isSet ? `${column.minSize}px` : column.width,
  );
  return {
    tracks: columns.map((column) => (column === free ? REST : column.width)),
    minWidth: `calc(${['0px', ...needs].join(' + ')})`,
  };
}

/** The greatest width of a column, CSS pixels; the preferences allow no more. */
export const MAX_SIZE = 1200;

/** The width nearest to the wanted one that a column can have, CSS pixels. */
export function clampSize(wanted: number, minSize: number): number {
  return Math.round(Math.min(MAX_SIZE, Math.max(minSize, wanted)));
}
