import 'server-only';
import { ownerReason, readData, recordTypeOf } from './dns.ts';
import { type Context, contextOfNames, namesAddresses } from './names.ts';
import { type LineReader, looksLikeAddress, shortened, type Token } from './token.ts';
import { tokensIn } from './words.ts';

/** `#` as the name of a column of numbers, and `sep=;` for Excel, are no comments. */
const NO_ROW = /^\s*(?:#(?!\s*[\t;,])|\/\/|"?sep=)/i;
/** URLs alone on their line: their commas are part of their paths. */
const ONLY_URL = /^\s*[a-z][a-z\d+.-]*:\/\/\S+\s*$/i;

/** The separator of the cells of a table; null for other texts. Most of the first lines have it. */
export function separatorOf(start: string): string | null {
  const lines = start
    .split('\n')
    .filter((line) => line.trim() !== '' && !NO_ROW.test(line))
    .slice(0, 20);
  if (lines.length === 0 || lines.every((line) => ONLY_URL.test(line))) return null;
  const share = (separator: string) =>
    lines.filter((line) => cellsOf(line, separator).length > 1).length / lines.length;
  const separator = ['\t', ';', ','].find((one) => share(one) > 0.6) ?? null;
  // Statements of a configuration end in `;`, and sentences have commas.
  const isText =
    lines.some((line) => /[{}]\s*$|^\s*[\w-]+:\s/.test(line)) || lines.every((line) => /;\s*$/.test(line));
  return isText || (separator === ',' && lines.every((line) => line.includes(', '))) ? null : separator;
}

/**
 * Reads the rows of a table. The tokens of columns whose names say that they contain addresses are compared; without such a name,
 * those of all cells. In a list of DNS records the cells after the type are data.
 */
export function createTableReader(separator: string): LineReader {
  /** What the name of each column says; none without names. Null before the first row. */
  let columns: readonly Context[] | null = null;

  function* readCells(cells: readonly string[], line: number, typeAt: number): Generator<Token | null> {
    const type = recordTypeOf(cells[typeAt] ?? '');
    for (const [index, cell] of cells.entries()) {
      if (type === null) yield* tokensIn(cell, line, columns?.[index] ?? { place: 'mention', reason: null });
      else if (index < typeAt) yield* tokensIn(cell, line, { place: 'key', reason: ownerReason(type) });
      else yield* readData(cell, line, type);
    }
  }

  return function* readRow(text, line) {
    if (NO_ROW.test(text)) return yield* tokensIn(text, line, { place: 'mention', reason: 'comment' });
    const cells = cellsOf(text, separator);
    if (columns === null) {
      columns = columnsOf(cells.slice(0, MAX_COLUMNS));
      if (columns.length > 0) return;
    }
    const typeAt = cells.findIndex((cell) => recordTypeOf(cell) !== null);
    const isRecord = typeAt > 0 && cells.slice(0, typeAt).some(looksLikeAddress);
    let isEmpty = !isRecord;
    for (const token of readCells(cells, line, isRecord ? typeAt : -1)) {
      yield token;
      if (token !== null && !('reason' in token && token.reason === 'detail')) isEmpty = false;
    }
    if (isEmpty && /[\p{L}?]/u.test(text))
      yield { line, text: shortened(text.trim()), reason: 'not_understood' };
  };
}

/** How many columns can have a name that matters. A line of 10 MB may have millions. */
const MAX_COLUMNS = 200;

/** What the names of the columns say; none if the row has no names. The column `name` can have hosts, too. */
function columnsOf(names: readonly string[]): readonly Context[] {
  const hasNamed = names.some((name) => !name.includes('.') && namesAddresses(name));
  if (!hasNamed && !names.some((name) => /^(?:name|type)$/i.test(name))) return [];
  return names.map((name) => {
    const { place, reason } = contextOfNames(name);
    const isOther = hasNamed && place !== 'key' && !/^name$/i.test(name);
    return { place, reason: reason ?? (isOther ? 'detail' : null) };
  });
}

/** The cells of a line of CSV. A quoted cell ends with its line. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let from = 0; from <= line.length; ) {
    const isQuoted = /^\s*"/.test(line.slice(from, from + 20));
    const close = isQuoted ? endOfQuote(line, line.indexOf('"', from) + 1) : from;
    const end = line.indexOf(separator, close);
    const cell = line.slice(from, end < 0 ? line.length : end).trim();
    cells.push(isQuoted ? cell.replace(/^"|"$/g, '').replaceAll('""', '"') : cell);
    if (end < 0) break;
    from = end + 1;
  }
  return cells;
}

/** Returns the end of a quoted cell. Quotes within the cell are doubled. */
function endOfQuote(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end < 0 ? line.length : end + 1;
}
