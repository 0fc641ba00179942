import 'server-only';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Clock } from '../clock.ts';

/** What a request for a download selects. */
export interface FileFormat {
  format: 'csv' | 'json';
  /**
   * Whether CSV is for a spreadsheet. A byte-order mark then makes Excel read UTF-8, and a spreadsheet keeps each text as text.
   */
  bom: boolean;
  /** The separator of the cells of CSV. */
  separator: ',' | ';';
}

/** The columns of CSV: the names of the fields, or the header of each field. */
type Columns = readonly string[] | Record<string, string>;

/** A download. Its content is generated while it is sent, and is never in memory as a whole. */
export type Export = ReturnType<typeof exportFile>;

/** Maximum duration of a download, which keeps its snapshot of the list in memory: 20 MB for 100,000 monitors. */
const EXPORT_TIMEOUT_MS = 300_000;

/**
 * @param parts.name without the extension; `Z` stands for `asOf`, epoch ms
 * @param parts.missing number of monitors that are known to be missing from the file
 * @param parts.settings the number of monitors with known settings, such as "4812/5000"
 * @param parts.records called for each download
 */
export function exportFile(parts: {
  name: string;
  asOf: number;
  missing?: number;
  settings?: string;
  format: FileFormat;
  records: () => Iterable<object> | AsyncIterable<object>;
  columns: Columns;
  clock: Clock;
}) {
  const { name, asOf, missing = 0, settings = null, format, records, columns, clock } = parts;
  const isCsv = format.format === 'csv';
  const stamp = `${new Date(asOf).toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return {
    fileName: `${name.replace('Z', stamp)}.${format.format}`,
    missing,
    settings,
    contentType: isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    /** Starts to generate the content. Whoever calls it reads the stream or destroys it. */
    open: () => withTimeout(isCsv ? csvStream(records(), columns, format) : jsonStream(records()), clock),
  };
}

/** Aborts a download after the timeout, so that the receiver sees an incomplete response. */
export function withTimeout(stream: Readable, clock: Clock): Readable {
  const cancel = clock.after(EXPORT_TIMEOUT_MS, () => {
    stream.destroy(new DOMException('The export timed out', 'AbortError'));
  });
  // The reader of the stream receives the error. Without a reader it would be an uncaught exception.
  return stream.once('error', () => {}).once('close', cancel);
}

function jsonStream(records: Iterable<object> | AsyncIterable<object>): Readable {
  async function* lines(): AsyncGenerator<string> {
    let separator = '[\n';
    for await (const record of records) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(lines(), { objectMode: false });
}

/**
 * A place where a formula would begin: at the start, also behind characters that cannot be seen and that some programs skip, and
 * within a text, because a spreadsheet that splits at `;` or tabs ignores quotes inside a cell.
 */
const formulaStart =
  /(?<=^|[;\t\r\n])(?=(?:["\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|[^\S\t\r\n])*[=+\-@＝＋－＠])/gu;
/** Control characters but tabs and line ends. A terminal or an editor could obey them, and some programs end the text at NUL. */
const controls = /(?![\t\r\n])\p{Cc}/gu;

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/**
 * A text that a spreadsheet would convert to a number, a date or a truth value: `0030610`, `1E5`, `1/2`, `TRUE`. Not an IPv4
 * address.
 */
const convertedText = new RegExp(
  [
    String.raw`^(?!(\d+\.){3}\d+$)[\d.,:/%()\s-]*\d[\d.,:/%()\s-]*(e[+-]?\d+)?$`,
    '^(true|false)$',
    String.raw`^(\d{1,2}[-/ ]?)?(${months})[a-z]*[-/ ]?\d{0,4}$`,
  ].join('|'),
  'iu',
);

/**
 * Writes CSV (RFC 4180) without control characters. Puts a `'` before each formula and, in a file for a spreadsheet, before each text that a spreadsheet
 * would convert. The values of a list are separated by spaces.
 */
export function csvStream(
  records: Iterable<object> | AsyncIterable<object>,
  columns: Columns,
  { bom, separator }: Pick<FileFormat, 'bom' | 'separator'>,
): Readable {
  const safe = (text: string) => {
    const defused = text.replace(controls, '').replace(formulaStart, "'");
    return bom && convertedText.test(defused.trim()) ? `'${defused}` : defused;
  };
  const lines = stringify({
    bom,
    delimiter: separator,
    header: true,
    columns,
    escape_formulas: true,
    // Spreadsheets that split at several separators at once keep a quoted text in one cell.
    quoted_match: /[,;\t]/,
    record_delimiter: 'windows',
    // Most programs end the record at any unquoted CR or LF, although records end in CRLF here.
    quote_record_delimiter: true,
    cast: {
      boolean: String,
      string: safe,
      object: (value) => safe(Array.isArray(value) ? value.join(' ') : JSON.stringify(value)),
    },
  });
  return pipeline(Readable.from(records), lines, () => {});
}
