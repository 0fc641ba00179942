import 'server-only';
import type { CoverageFormat } from '../../contract/coverage.ts';
import { jsonKindOf, readJson } from './json.ts';
import { isJson } from './json-values.ts';
import { isHostsFile, readHostsFile, readLines, readTable, separatorOf } from './line-formats.ts';
import type { ListEntry } from './list-entry.ts';
import { configKindOf, readCaddy, readNginx } from './server-config.ts';
import { readSitemap, sitemapKindOf } from './sitemap.ts';

/** How much of a text shows its format, characters. */
const START = 20_000;

/** The formats in which people list addresses one by one, so that duplicates are worth reporting. */
export const listsByHand: ReadonlySet<CoverageFormat> = new Set([
  'list',
  'table',
  'hosts',
  'sitemap',
  'sitemap_index',
]);

/** Recognizes the format of a text. `entries` reads its entries step by step: null when a step found none. */
export function readList(text: string): { format: CoverageFormat; entries: Generator<ListEntry | null> } {
  const start = text.slice(0, START);
  const sitemap = sitemapKindOf(start);
  if (sitemap !== null) return { format: sitemap, entries: readSitemap(text) };
  if (isJson(start)) {
    const kind = jsonKindOf(start);
    const format = /^\s*\[\s*"/.test(start) ? 'list' : kind === 'other' ? 'json' : kind;
    return { format, entries: readJson(text, kind) };
  }
  const server = configKindOf(start);
  if (server !== null)
    return { format: server, entries: server === 'nginx' ? readNginx(text) : readCaddy(text) };
  const wholeLines = start.length < text.length ? start.slice(0, start.lastIndexOf('\n') + 1) : start;
  if (isHostsFile(wholeLines)) return { format: 'hosts', entries: readHostsFile(text) };
  const separator = separatorOf(wholeLines);
  if (separator !== null) return { format: 'table', entries: readTable(text, separator) };
  return { format: 'list', entries: readLines(text) };
}

/** Decodes a file: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
