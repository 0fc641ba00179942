import 'server-only';
import type { CoverageFormat } from '../../contract/coverage.ts';
import { refanged } from '../../contract/query-parameters.ts';
import { createCommentReader } from './comments.ts';
import { createZoneReader } from './dns.ts';
import { createEntryReader } from './entries.ts';
import { isJson, jsonFormatOf, readJson } from './json-text.ts';
import {
  createDirectiveReader,
  createInventoryReader,
  readGrepable,
  readHostsLine,
  readNameLine,
  readPortLine,
} from './line-forms.ts';
import { foldMachines } from './machine.ts';
import { createTableReader } from './table.ts';
import type { LineReader, Token } from './token.ts';
import { piecesOf, tokensIn } from './words.ts';

/** How much of a text shows its form, characters. */
const START = 20_000;
/** An export that failed often ends in a web page. */
const WEB_PAGE = /^\s*(?:<!--[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
/** The message of a tool, which stands where its output should: `Error from server …`, `curl: (6) …`. */
const TOOL_ERROR =
  /^\s*[╷│\s]*(?:error\b|[EF]\d{4} \d\d:\d\d|[45]\d\d [A-Z][a-z]+|fatal\b|traceback\b|an error occurred|unable to \w+|the connection to |no resources found|(?:permission|access) denied|(?:bash|sh|curl|wget|ssh|git|psql|mysql|kubectl|terraform|aws|az|gcloud|nmap|dig)(?:\.\w+)?: )/i;
/** The answer of an API that failed: its status, or an object that has, beside single values, an error or the status of one (RFC 9457). */
const API_ERROR =
  /^\s*(?:HTTP\/[\d.]+ [345]\d\d\b|\{(?:\s*"[^"]*"\s*:\s*(?:"[^"]*"|[\w.+-]+)\s*,)*\s*"(?:(?:errors?|fault)"\s*:\s*(?!null|false|""|\[\s*\])|(?:status|code)"\s*:\s*[45]\d\d\b))/;
/** How many lines such a message has at most. A longer text is a list that has a message above it. */
const ERROR_LINES = 3;
/** The XML of nmap names the scanned networks and the hosts that are down like the others. */
const NMAP_XML = /<nmaprun[\s>]/i;
/** How far from its beginning a compressed file or an Excel workbook has a NUL, characters. */
const BINARY_START = 100;

/** Recognizes the form of a list. `tokens` reads its tokens step by step: null when a step found none. */
export function readList(text: string): { format: CoverageFormat; tokens: Generator<Token | null> } {
  const start = text.slice(0, START);
  if (start.slice(0, BINARY_START).includes('\0')) return { format: 'binary', tokens: readSkipped('') };
  if (WEB_PAGE.test(start)) return { format: 'web_page', tokens: readSkipped(text) };
  if (NMAP_XML.test(start)) return { format: 'nmap_xml', tokens: readSkipped(text) };
  if (text.length < START && (API_ERROR.test(text) || isToolError(text)))
    return { format: 'error_message', tokens: readSkipped(text) };
  if (isJson(start)) {
    const format = jsonFormatOf(start);
    return { format, tokens: foldMachines(readJson(text, format)) };
  }
  const format = /^apiVersion\s*:/m.test(start) ? 'kubernetes' : 'list';
  // A line is read by the first of the forms that it has, so that several lists can follow each other.
  const forms = [
    readGrepable,
    readHostsLine,
    readNameLine,
    readPortLine,
    createInventoryReader(),
    createDirectiveReader(),
    createEntryReader(start, format),
  ];
  const readers = [createZoneReader(), createTableReader(), createCommentReader(forms)];
  const readLine: LineReader = (content, line) => {
    for (const read of readers) {
      const tokens = read(content, line);
      if (tokens !== null) return tokens;
    }
    return null;
  };
  return { format, tokens: foldMachines(readLines(text, readLine)) };
}

function isToolError(text: string): boolean {
  const lines = text.split('\n').filter((line) => /\w/.test(line));
  const isShort = lines.length <= ERROR_LINES;
  return isShort ? TOOL_ERROR.test(text) : lines.every((line) => TOOL_ERROR.test(line));
}

function* readLines(text: string, read: LineReader): Generator<Token | null> {
  for (let line = 1, from = 0; from <= text.length; line += 1) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    // The sign of a quotation in a mail or a chat stands before its lines.
    const quoted = text.slice(from, text[end - 1] === '\r' ? end - 1 : end);
    for (const piece of piecesOf(refanged(quoted).replace(/^(?:> ?)+/, ''))) {
      yield null;
      yield* read(piece, line) ?? [];
    }
    from = end + 1;
  }
}

/** Reads the tokens of a text that is not compared. */
function readSkipped(text: string): Generator<Token | null> {
  return readLines(text, (piece, line) => tokensIn(piece, line, { place: 'mention', reason: 'document' }));
}

/** Decodes a file: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
