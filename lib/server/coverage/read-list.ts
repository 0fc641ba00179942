import 'server-only';
import type { CoverageFormat } from '../../contract/coverage.ts';
import { createHostsReader, createInventoryReader } from './inventory.ts';
import { isJson, jsonFormatOf, readJson } from './json-text.ts';
import { createCommentReader, createEntryReader } from './line.ts';
import { isNmapXml, readGrepable, readNmapXml } from './nmap.ts';
import { createColumnsReader, createTableReader, separatorOf } from './table.ts';
import type { LineReader, Token } from './token.ts';
import { piecesOf, tokensIn } from './words.ts';
import { createZoneReader, isZone } from './zone.ts';

/** How much of a text shows its form, characters. */
const START = 20_000;
const WEB_PAGE = /^\s*(?:<!--[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Recognizes the form of a list. `tokens` reads its tokens step by step: null when a step found none. */
export function readList(text: string): { format: CoverageFormat; tokens: Generator<Token | null> } {
  const start = text.slice(0, START);
  if (WEB_PAGE.test(start)) return { format: 'web_page', tokens: readWebPage(text) };
  if (isNmapXml(start)) return { format: 'nmap', tokens: readNmapXml(text) };
  if (isJson(start)) {
    const format = jsonFormatOf(start);
    return { format, tokens: readJson(text, format) };
  }
  const whole = start.length < text.length ? start.slice(0, start.lastIndexOf('\n') + 1) : start;
  const separator = separatorOf(whole);
  if (isZone(whole)) return { format: 'zone', tokens: readLines(text, createZoneReader()) };
  if (separator !== null) return { format: 'table', tokens: readLines(text, createTableReader(separator)) };
  const format = /^apiVersion\s*:/m.test(whole)
    ? 'kubernetes'
    : /^Host: \S+ \(/m.test(whole)
      ? 'nmap'
      : 'list';
  const forms = [
    readGrepable,
    createColumnsReader(),
    createHostsReader(whole),
    createInventoryReader(),
    createEntryReader(whole, format),
  ];
  return { format, tokens: withoutUpstreams(readLines(text, createCommentReader(forms)), text) };
}

/** The names that nginx gives to groups of servers look like hosts in `proxy_pass http://backend`. */
function* withoutUpstreams(tokens: Iterable<Token | null>, text: string): Generator<Token | null> {
  const names = new Set(
    Array.from(text.matchAll(/\bupstream\s{1,20}(\S{1,100})\s{0,20}\{/g), ([, name]) => name),
  );
  for (const token of tokens) {
    const isUpstream = token !== null && 'address' in token && names.has(token.address.host);
    yield isUpstream ? { line: token.line, text: token.text, reason: 'lookalike' } : token;
  }
}

function* readLines(text: string, read: LineReader): Generator<Token | null> {
  for (let line = 1, from = 0; from <= text.length; line += 1) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    for (const piece of piecesOf(text.slice(from, text[end - 1] === '\r' ? end - 1 : end))) {
      yield null;
      yield* read(piece, line) ?? [];
    }
    from = end + 1;
  }
}

/** A web page is no list: an export that failed often ends in one, so that nothing of it is compared. */
function readWebPage(text: string): Generator<Token | null> {
  return readLines(text, (piece, line) =>
    tokensIn(piece, line, { place: 'mention', reason: 'not_understood' }),
  );
}

/** Decodes a file: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
