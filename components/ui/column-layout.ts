/** A column as far as its width is concerned. */
export interface ColumnShape {
  id: string;
  /** Its usual width: CSS pixels, or a CSS length that depends on the window. */
  width: number | string;
  /** Below this it cannot be read, CSS pixels. */
  least: number;
  /** Takes the room that is left over, unless a person gave it a width. */
  fills?: boolean;
}

interface ColumnLayout {
  /** Grid track of each column, from left to right; one of them takes what is left over. */
  widths: readonly string[];
  /** CSS length below which the table scrolls sideways in its frame. */
  least: string;
}

/** The room that is left over, however long its texts are. */
const REST = 'minmax(0, 1fr)';

/**
 * How wide the columns are. One is always left free, or the table would end before the frame around it does.
 *
 * @param columns those on show, from left to right
 * @param chosen widths a person set, CSS pixels
 */
export function layOutColumns(
  columns: readonly ColumnShape[],
  chosen: Readonly<Record<string, number>>,
): ColumnLayout {
  const free =
    columns.findLast(({ id, fills }) => fills && chosen[id] === undefined) ?? columns[columns.length - 1];
  const needs = columns.map((column) => {
    const usual = column === free && column.fills ? column.least : column.width;
    return cssLength(chosen[column.id] ?? usual);
  });
  return {
    widths: columns.map((column, index) => (column === free ? REST : (needs[index] ?? REST))),
    least: `calc(${['0px', ...needs].join(' + ')})`,
  };
}

function cssLength(length: number | string): string {
  return typeof length === 'number' ? `${length}px` : length;
}

/** No column can be made wider, CSS pixels; what is kept of a person's look allows no more. */
export const WIDEST = 1200;

/** A width a person asks for, made one that can be kept. */
export function allowedWidth(wanted: number, least: number): number {
  return Math.round(Math.min(WIDEST, Math.max(least, wanted)));
}
