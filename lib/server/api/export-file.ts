import 'server-only';
import { Readable } from 'node:stream';
import { type ColumnOption, stringify } from 'csv-stringify';
import type { Clock } from '../clock.ts';

/** What a request for a download selects. */
export interface FileFormat {
  format: 'csv' | 'json';
  /** Whether CSV starts with a byte-order mark, which Excel needs to read it as UTF-8. */
  bom: boolean;
}

/** A download. Its content is generated while it is sent, and never kept in memory as a whole. */
export interface Export {
  fileName: string;
  /** Number of monitors that are known to be missing from the list, and so from the file. */
  missing: number;
  contentType: string;
  /** Starts to generate the content. Whoever calls it reads the stream or destroys it. */
  open: () => Readable;
}

/**
 * Maximum duration of a download. Until its end it keeps its snapshot of the list in memory: 20 MB for 100,000 monitors.
 */
const EXPORT_TIMEOUT_MS = 300_000;

/**
 * @param parts.name without the extension
 * @param parts.records for each download anew
 * @param parts.cells the cells of a record, by the names of the columns
 */
export function exportFile<T>(parts: {
  name: string;
  missing: number;
  format: FileFormat;
  records: () => Iterable<T> | AsyncIterable<T>;
  columns: readonly (string | ColumnOption)[];
  cells: (record: T) => Record<string, unknown>;
  clock: Clock;
}): Export {
  const { name, missing, format, records, columns, cells, clock } = parts;
  const isCsv = format.format === 'csv';
  return {
    fileName: `${name}.${format.format}`,
    missing,
    contentType: isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    open: () =>
      withTimeout(
        isCsv
          ? csvStream(rowsOf(records(), cells), columns, format.bom)
          : Readable.from(jsonLines(records()), { objectMode: false }),
        clock,
      ),
  };
}

/** Aborts a download after the timeout, so that the receiver sees an incomplete response. */
function withTimeout(stream: Readable, clock: Clock): Readable {
  const cancel = clock.after(EXPORT_TIMEOUT_MS, () => {
    stream.destroy(new DOMException('The export timed out', 'AbortError'));
  });
  // The reader of the stream receives the error. Without a reader it would be an uncaught exception.
  return stream.once('error', () => {}).once('close', cancel);
}

async function* rowsOf<T>(
  records: Iterable<T> | AsyncIterable<T>,
  cells: (record: T) => Record<string, unknown>,
): AsyncGenerator<Record<string, unknown>> {
  for await (const record of records) yield cells(record);
}

/** A JSON array with one record per line. */
async function* jsonLines(records: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Where a formula would begin after a separator within a text. Spreadsheets that split at semicolons or tabs ignore quotes
 * that do not begin their cell, so quoting alone does not keep the text in one cell.
 */
const formulaWithin = /(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/gu;

/**
 * CSV by RFC 4180 with a header row. A `'` precedes what a spreadsheet would run as a formula, whether it splits at commas,
 * semicolons or tabs.
 */
export function csvStream(
  records: Iterable<Record<string, unknown>> | AsyncIterable<Record<string, unknown>>,
  columns: readonly (string | ColumnOption)[],
  bom: boolean,
): Readable {
  const rows = Readable.from(records);
  const lines = stringify({
    bom,
    header: true,
    columns: [...columns],
    escape_formulas: true,
    // Spreadsheets that split at several separators at once keep such a text in one cell.
    quoted_match: /[;\t]/,
    record_delimiter: 'windows',
    // Most programs end the record at any unquoted CR or LF, although records end in CRLF here.
    quote_record_delimiter: true,
    cast: { boolean: String, string: (value) => value.replace(formulaWithin, "'") },
  });
  rows.once('error', (error) => lines.destroy(error));
  lines.once('close', () => rows.destroy());
  return rows.pipe(lines);
}
