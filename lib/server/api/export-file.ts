import 'server-only';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Clock } from '../clock.ts';

/** What a request for a download selects. */
export interface ExportFormat {
  format: 'csv' | 'json';
  /**
   * Whether CSV is for a spreadsheet: with titles and times as people write them, and a byte-order mark, by which Excel reads
   * UTF-8.
   */
  spreadsheet: boolean;
  /** The separator of the cells of CSV. */
  separator: ',' | ';';
  /** What the name of the file says beside the kind of its content, such as the name of a view. */
  title?: string | undefined;
}

/** The columns of CSV: the paths of the fields, with their names. */
type Columns = Readonly<Record<string, string>>;

/** A download. Its content is generated while it is sent, and is never in memory as a whole. */
export type Export = ReturnType<typeof exportFile>;

/** Maximum duration of a download, which keeps its snapshot of the list in memory: 20 MB for 100,000 monitors. */
const EXPORT_TIMEOUT_MS = 300_000;

/**
 * @param parts.name what the name of the file begins with, before the title and `asOf` (epoch ms)
 * @param parts.missing number of monitors that are known to be missing from the file
 * @param parts.settings the number of monitors with known settings, such as "4812/5000"
 * @param parts.records called for each download
 */
export function exportFile(parts: {
  name: string;
  asOf: number;
  missing?: number;
  settings?: string;
  format: ExportFormat;
  records: () => Iterable<object> | AsyncIterable<object>;
  columns: Columns;
  clock: Clock;
}) {
  const { name, asOf, missing = 0, settings = null, format, records, columns, clock } = parts;
  const isCsv = format.format === 'csv';
  const stamp = `${new Date(asOf).toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return {
    fileName: `${[name, slugOf(format.title ?? ''), stamp, missing > 0 ? 'incomplete' : '']
      .filter((part) => part !== '')
      .join('-')}.${format.format}`,
    missing,
    settings,
    contentType: isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    /** Starts to generate the content. Whoever calls it reads the stream or destroys it. */
    open: () => withTimeout(isCsv ? csvStream(records(), columns, format) : jsonStream(records()), clock),
  };
}

/** A text as a part of a file's name in any system: `Down, https` becomes `down-https`. */
function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .join('-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
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

/**
 * Writes CSV (RFC 4180) without control characters. Puts a `'` before each formula, and before nothing else, because
 * spreadsheets show it. The values of a list are separated by spaces.
 */
export function csvStream(
  records: Iterable<object> | AsyncIterable<object>,
  columns: Columns,
  { spreadsheet, separator }: Pick<ExportFormat, 'spreadsheet' | 'separator'>,
): Readable {
  const safe = (text: string) => text.replace(controls, '').replace(formulaStart, "'");
  const named = Object.entries(columns);
  const names = named.map(([, name]) => name);
  // The word of the screens is enough in a spreadsheet.
  const shown = named.filter(([, name]) => !spreadsheet || !names.includes(`${name}_label`));
  const times = new Set(shown.flatMap(([key, name]) => (spreadsheet && isTime(name) ? [key] : [])));
  const lines = stringify({
    bom: spreadsheet,
    delimiter: separator,
    header: true,
    columns: shown.map(([key, name]) => ({ key, header: spreadsheet ? columnTitle(name) : name })),
    escape_formulas: true,
    // Spreadsheets that split at several separators at once keep a quoted text in one cell.
    quoted_match: /[,;\t]/,
    record_delimiter: 'windows',
    // Most programs end the record at any unquoted CR or LF, although records end in CRLF here.
    quote_record_delimiter: true,
    cast: {
      boolean: String,
      string: (value, { column }) => (times.has(String(column)) ? plainTime(value) : null) ?? safe(value),
      object: (value) => safe(Array.isArray(value) ? value.join(' ') : JSON.stringify(value)),
    },
  });
  return pipeline(Readable.from(records), lines, () => {});
}

/** Whether a field is a time, by its name. */
const isTime = (name: string) => /_(at|after|by|since|as_of)$|^(after|by)$/.test(name);

/** A time of ISO 8601, in UTC or with the offset with which the API sent it. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time in UTC as spreadsheets read it, without fractions of a second: `2026-11-20 12:00:00`; null: it is not one. */
export function plainTime(text: string): string | null {
  return isoTime.test(text) ? new Date(text).toISOString().slice(0, 19).replace('T', ' ') : null;
}

const acronyms: Readonly<Record<string, string>> = { uuid: 'UUID', http: 'HTTP', ids: 'IDs', id: 'ID' };

/** The title of a field in a spreadsheet: `last_response_time_ms` becomes "Last response time (ms)". */
function columnTitle(name: string): string {
  const unit = /_(ms|s)$/.exec(name)?.[1] ?? (isTime(name) ? 'UTC' : undefined);
  const words = name
    .replace(/_(ms|s|at|label)$|^is_/g, '')
    .split('_')
    .map((word) => acronyms[word] ?? word)
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${unit === undefined ? '' : ` (${unit})`}`;
}
