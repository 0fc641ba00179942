import 'server-only';

/** A cell of a row. `from`: where it begins in the line. */
export interface Cell {
  text: string;
  from: number;
  /** Whether its quotes do not end in the line. */
  isOpen?: boolean;
}

/** The words of a line with the places where they begin; or its parts between wide spaces. */
export const wordsOf = (text: string, isSingle: boolean): Cell[] =>
  Array.from(text.matchAll(isSingle ? /\S+/g : /\S+(?: \S+)*/g), ({ 0: word, index }) => ({
    text: word,
    from: index,
  }));

/** The cells of a row by their order, or by the places where they begin; null: the row does not fit its columns. */
export function alignedCells(text: string, columns: readonly Pick<Cell, 'from'>[]): Cell[] | null {
  const parts = wordsOf(text, false);
  if (parts.length === columns.length) return parts;
  if (parts.length > 1 && parts.every(({ from }) => columns.some((column) => column.from === from)))
    return columns.map(({ from }) => parts.find((part) => part.from === from) ?? { text: '', from });
  const words = wordsOf(text.replaceAll(/,\s+/g, ','), true);
  return words.length === columns.length ? words : null;
}

/** The cells of a line of CSV, or between `|`. */
export function cellsOf(text: string, separator: string): Cell[] {
  const line = text.replace(/^\s*[|│]|[|│]\s*$/g, '');
  const cells: Cell[] = [];
  for (let from = 0; from <= line.length; ) {
    const isQuoted = /^\s*"/.test(line.slice(from, from + 20));
    const close = isQuoted ? endOfQuote(line, line.indexOf('"', from) + 1) : from;
    const end = line.indexOf(separator, close);
    const cell = line.slice(from, end < 0 ? line.length : end).trim();
    const isOpen = isQuoted && close > line.length;
    cells.push({ text: isQuoted ? cell.replace(/^"|"$/g, '').replaceAll('""', '"') : cell, from, isOpen });
    if (end < 0) break;
    from = end + 1;
  }
  return cells;
}

/** Returns the end of a quoted cell; more than the end of the line if it goes on. Quotes within the cell are doubled. */
function endOfQuote(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end < 0 ? line.length + 1 : end + 1;
}
