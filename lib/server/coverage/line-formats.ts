import 'server-only';
import { isIP } from 'node:net';
import { type ListEntry, namesAddresses, notUnderstood, readEntry } from './list-entry.ts';
import { readListedAddress } from './listed-address.ts';

/** A comment on a line of its own, or after a space. A URL has `//` and `#` within. */
const COMMENT = /^\s*(?:[#;]|\/\/)|\s(?:#|\/\/)/;
/** What precedes an entry of a list in prose. */
const BULLET = /^\s*(?:[-*•+]|\d+[.)])\s+/;
/** The end of a sentence. Without the lookbehind, the match would be tried from each dot of a long row: quadratic time. */
const SENTENCE_END = /(?<![.:!?])[.:!?]+$/;
/** `SHOP_URL=https://…` of an environment, `ansible_host=10.0.0.5` of an inventory. */
const ASSIGNMENT = /^(?!\w*(?:version|image)=)[a-z_]\w*=/i;
/** Maximum length of a word that labels the next one, characters. */
const LONGEST_LABEL = 20;
/** Maximum length of a row of a table, characters. */
const LONGEST_ROW = 50_000;
const HOSTS_LINE = /^\s*[\da-f.:]+(?:%\w+)?(?:[ \t]+[a-z\d_.-]+)+\s*$/i;
/** The names that every hosts file has. */
const STANDARD_NAME = /^(?:localhost\d?(?:\.localdomain\d?)?|ip6-\w+|broadcasthost)$/i;
/** Addresses in a hosts file that name no machine: loopback (on macOS also `fe80::1%lo0`), multicast and unspecified. */
const STANDARD_IP = /^(?:127\.|0\.0\.0\.0|255\.255\.255\.255|::1?$|f[ef]0|fe80::1%lo)/i;

/**
 * Reads each line of a text.
 *
 * @param read receives the content of a line, and its number from 1
 * @param contentOf returns the content of a line; '' if there is none
 */
function* eachLine(
  text: string,
  read: (content: string, line: number) => Iterable<ListEntry | null>,
  contentOf: (line: string) => string = withoutComment,
): Generator<ListEntry | null> {
  for (let line = 1, from = 0; from <= text.length; line += 1) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    const content = contentOf(text.slice(from, end));
    from = end + 1;
    if (content === '') yield null;
    else yield* read(content, line);
  }
}

/** Returns a line without its comment, surrounding spaces, and the CR of Windows. */
function withoutComment(line: string): string {
  const at = line.search(COMMENT);
  return (at < 0 ? line : line.slice(0, at)).trim();
}

/**
 * Returns a line as the row of a table; '' for a comment and for `sep=;`, which is for Excel. Cells may contain ` #`. The first cell
 * may be empty, or `#` as the name of a column of numbers.
 */
function rowOf(line: string): string {
  const isNone = line.trim() === '' || /^\s*(?:#(?!\s*[\t;,])|\/\/|"?sep=)/i.test(line);
  return isNone ? '' : line.replace(/\r$/, '');
}

const firstLines = (start: string) => start.split('\n').map(withoutComment).filter(Boolean);

/** Whether each line is one of a hosts file: an IP address, then names. */
export function isHostsFile(start: string): boolean {
  const lines = firstLines(start);
  return lines.length > 0 && lines.every((line) => HOSTS_LINE.test(line) && isIP(line.split(/\s/)[0] ?? ''));
}

export function readHostsFile(text: string): Generator<ListEntry | null> {
  return eachLine(text, function* (content, line) {
    const [ip = '', ...names] = content.split(/\s+/);
    if (!STANDARD_IP.test(ip)) yield readEntry(ip, line, 'directive');
    for (const name of names) if (!STANDARD_NAME.test(name)) yield readEntry(name, line, 'directive');
  });
}

/** A list: one address a line, or the words of a line that are addresses. */
export const readLines = (text: string) => eachLine(text, readLine);

/** Reads a line of a list. @param line its number, from 1 */
export function* readLine(content: string, line: number): Generator<ListEntry | null> {
  const entry = content.replace(BULLET, '');
  const whole = readListedAddress(unquoted(entry), 'line');
  if (whole !== null) {
    yield { line, address: whole };
    return;
  }
  let isUnderstood = false;
  let before = '';
  for (const [word] of entry.matchAll(/[^\s,;|"'`<>()]+/g)) {
    // YAML: `image: registry.example.com/app`, and `example.com/annotation:` is a key.
    const isKey = word.endsWith(':') && word.replace(/^\w+:\/\//, '').includes('/');
    const isName = isKey || /(?:version|image):$/i.test(before);
    const text = word.replace(SENTENCE_END, '');
    const address = isName
      ? null
      : (readListedAddress(text, 'mention') ?? readListedAddress(text.replace(ASSIGNMENT, ''), 'mention'));
    before = word.slice(-LONGEST_LABEL);
    yield address && { line, address };
    if (address !== null) isUnderstood = true;
  }
  if (!isUnderstood) yield notUnderstood(content, line);
}

const unquoted = (text: string) => text.replace(/^["'`<]+|(?<!["'`>,;])["'`>,;]+$/g, '');

/** The separator of the cells of a table; null for other texts. Most of the first lines have it. */
export function separatorOf(start: string): string | null {
  const lines = firstLines(start).slice(0, 20);
  const share = (separator: string) => lines.filter((line) => line.includes(separator)).length / lines.length;
  return ['\t', ';', ','].find((separator) => share(separator) > 0.6) ?? null;
}

/**
 * Reads a table: the columns whose names say that they contain addresses. Without such a name, it reads each cell that is an
 * address. The first line may contain only names.
 */
export function readTable(text: string, separator: string): Generator<ListEntry | null> {
  let columns: number[] | null = null;
  function* readRow(content: string, line: number): Generator<ListEntry | null> {
    if (content.length > LONGEST_ROW) return yield* readLine(content, line);
    const cells = cellsOf(content, separator);
    const isFirst = columns === null;
    columns ??= cells.flatMap((cell, index) => (isHeading(cell) ? [index] : []));
    const isNamed = columns.length > 0;
    if (isFirst && isNamed) return;
    const read = isNamed ? columns.map((index) => cells[index] ?? '') : cells;
    const found = read
      .flatMap((cell) => cell.split(/[\s,;]+/))
      .flatMap((word) => readListedAddress(word, isNamed ? 'key' : 'cell') ?? []);
    for (const address of found) yield { line, address };
    if (found.length === 0 && !isFirst) yield notUnderstood(content.trim(), line);
  }
  return eachLine(text, readRow, rowOf);
}

const isHeading = (cell: string) => !cell.includes('.') && namesAddresses(cell);

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
