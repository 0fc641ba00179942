import 'server-only';
import { Readable } from 'node:stream';
import { type ColumnOption, stringify } from 'csv-stringify';
import type { Clock } from '../clock.ts';

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

/** Aborts a download after the timeout, so that the receiver sees an incomplete response. */
export function withTimeout(stream: Readable, clock: Clock): Readable {
  const cancel = clock.after(EXPORT_TIMEOUT_MS, () => {
    stream.destroy(new DOMException('The export timed out', 'AbortError'));
  });
  // The reader of the stream receives the error. Without a reader it would be an uncaught exception.
  return stream.once('error', () => {}).once('close', cancel);
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
