import 'server-only';
import type { Context } from './names.ts';
import { readToken, shortened, type Token } from './token.ts';

/**
 * The notations of what somebody or a program fills in: `${var.domain}`, `{{ domain }}`, `{$DOMAIN}`, `$DOMAIN`, `$(DOMAIN)`,
 * `%DOMAIN%`, `@DOMAIN@`, `%h`, `%[…]`, `{a,b}.example.com`, `<host>` within an address. Not one with a default, which can be an
 * address.
 */
const PLACEHOLDER = new RegExp(
  [
    String.raw`[$#%]\{[^{}:"'\s]{1,100}\}`,
    String.raw`\$?\{\{[^{}\n"']{1,200}\}\}`,
    String.raw`\{\$?\w{1,100}\}|\{\d+\.\.\d+\}|\{[\w-]{1,60}(?:,[\w-]{0,60}){1,20}\}(?=[.-]\w)`,
    String.raw`\$\w{1,100}|\$\(\w{1,100}\)`,
    String.raw`%[A-Z_]{2,60}%|@@?[A-Z_]{2,60}@@?|%[a-zA-Z](?![\da-zA-Z])|%\[[^\]\n]{1,100}\]`,
    // Not a tag: `<loc>https://…`, `a.example.com<br>`.
    String.raw`(?<=:\/\/)<[\w .-]{1,60}>|<[a-zA-Z][\w -]{0,60}>(?=[.:-]\w)|(?<=\w\.)<[a-zA-Z][\w-]{3,60}>`,
    String.raw`[\u{F0000}-\u{FFFFD}]`,
  ].join('|'),
  'gu',
);
/** The place of a placeholder in a text: a character for private use, whose number is that of the placeholder. */
const FIRST_MARK = 0xf_00_00;
const MARK = /[\u{F0000}-\u{FFFFD}]/gu;
/** Variables of nginx and Caddy that begin with a slash. */
const PATHS = /^(?:\$(?:request_)?uri|\{(?:http\.request\.)?uri\})$/;

/** Puts a mark in the place of each placeholder, so that it is a part of its word. `restore` puts them back. */
export function markPlaceholders(text: string) {
  const written: string[] = [];
  const marked = text.replaceAll(PLACEHOLDER, (placeholder) => {
    written.push(placeholder);
    return (PATHS.test(placeholder) ? '/' : '') + String.fromCodePoint(FIRST_MARK + written.length - 1);
  });
  const restore = (part: string) =>
    written.length === 0
      ? part
      : part.replaceAll(MARK, (mark) => written[(mark.codePointAt(0) ?? 0) - FIRST_MARK] ?? '');
  return { marked, restore };
}

/**
 * Reads a word with placeholders as if they were filled in. Undefined: it has none. Only what is behind the host of a URL can be
 * missing; an address without its host is not understood.
 */
export function readUnfilled(word: string, line: number, context: Context): Token | null | undefined {
  if (word.search(MARK) < 0) return undefined;
  const { place, reason } = context;
  const filled = word.replaceAll(MARK, 'x1');
  const isName = /^[\w:-]+$/.test(filled);
  const token = readToken(filled, line, { place: isName ? place : 'key', reason });
  const host = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#:]+(?::\d+)?(?=[/?#])/i.exec(word)?.[0] ?? word;
  if (token !== null && 'address' in token && host.search(MARK) < 0) return readToken(host, line, context);
  const text = shortened(word);
  if (token === null) return null;
  return 'address' in token ? { line, text, reason: 'not_understood' } : { ...token, text };
}
