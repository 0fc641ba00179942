import 'server-only';
import { isIP } from 'node:net';
import { LONGEST } from './listed-address.ts';
import { type Context, contextOfNames, namesAddresses } from './names.ts';
import {
  looksLikeAddress,
  meansNothing,
  readPattern,
  readToken,
  shortened,
  type Token,
  withMachine,
} from './token.ts';

const URL_START = '[a-z][a-z\\d+.-]{0,30}:\\/\\/';
const PORTS = '\\d{2,5}(?:,\\d{2,5}){0,20}';
const QUOTE = '\\s"\'`<>|“”„«»‘’；、，→';
/**
 * URLs, and other words. A comma or semicolon in the path of a URL belongs to it, unless it ends the URL or another URL follows; a comma
 * between two ports belongs to their word.
 */
const WORDS = new RegExp(
  [
    // A URL behind a comma is a cell, and ends at the next one.
    `(?<=[,;])${URL_START}[^${QUOTE}\\\\,;]*|`,
    `${URL_START}[^${QUOTE}\\\\/?#,;(){}]*`,
    `(?:[/?#](?:[^${QUOTE}\\\\,;]|[,;](?![${QUOTE}]|$|${URL_START}))*)?`,
    `|(?:[^${QUOTE},;(){}=[]|[=[](?!${URL_START})|(?<=:${PORTS}),(?=${PORTS}(?:[\\s"'\`)]|$)))+`,
  ].join(''),
  'giu',
);
/** Markup without attributes, and what `kubectl` prints for nothing: `<br>`, `<none>`. */
const TAG = /<\/?(?:[a-z]{1,20}|h[1-6]) ?\/?>/gi;
/** What precedes a host in a rule of Traefik: Host(`a.example`). */
const HOST_RULE = /\bHost(?:SNI)?\(["'`]$/i;
/** The name before a value: `ansible_host=10.0.0.5`, `DNS:a.example.com`, `server:` before the next word. */
const NAMED = /^([\p{L}_][\p{L}\p{N}_.-]*)(?::[-:]|[:=])(?!\/\/)(.+)$/u;

/** Adds what a name within a text says to what is known about the text. */
function within({ place, reason }: Context, name: string): Context {
  const said = contextOfNames(name);
  return { place: said.place === 'key' ? 'key' : place, reason: reason ?? said.reason };
}

/**
 * The notations of what somebody or a program fills in: `${var.domain}`, `{{ domain }}`, `{$DOMAIN}`, `$DOMAIN`, `$(DOMAIN)`,
 * `%DOMAIN%`, `@DOMAIN@`, `%h`, `%[…]`, `{a,b}.example.com`, `<host>` within an address. Not one with a default, which can be an
 * address.
 */
const PLACEHOLDER = new RegExp(
  [
    String.raw`[$#%]\{[^{}:"'\s]{1,100}\}`,
    String.raw`\$?\{\{[^{}\n]{1,200}\}\}`,
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
const MARKED = /(\/?)([\u{F0000}-\u{FFFFD}])/gu;
/** The host of the request itself: a redirect to it names no host. */
const SAME_HOST =
  /^\$?[a-z]+:\/\/(?:\$(?:http_)?host|\$server_name|\{(?:http\.request\.)?host\}|%\{HTTP_HOST\})/;
/** Variables of nginx and Caddy that begin with a slash. */
const PATHS = /^(?:\$(?:request_)?uri|\{(?:http\.request\.)?uri\})$/;

/** Puts a mark in the place of each placeholder, so that it is a part of its word. `restore` puts them back. */
function markPlaceholders(text: string) {
  const written: string[] = [];
  const marked = text.replaceAll(PLACEHOLDER, (placeholder) => {
    written.push(placeholder);
    return (PATHS.test(placeholder) ? '/' : '') + String.fromCodePoint(FIRST_MARK + written.length - 1);
  });
  const restore = (part: string) =>
    written.length === 0
      ? part
      : part.replaceAll(MARKED, (_, slash: string, mark: string) => {
          const placeholder = written[(mark.codePointAt(0) ?? 0) - FIRST_MARK] ?? '';
          return PATHS.test(placeholder) ? placeholder : slash + placeholder;
        });
  return { marked, restore };
}

/**
 * Reads a word with placeholders as if they were filled in. Undefined: it has none. Only what is behind the host of a URL can be
 * missing; an address without its host is not understood.
 */
function readUnfilled(word: string, line: number, context: Context): Token | null | undefined {
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

/** A token with its placeholders. */
function asWritten(token: Token, restore: (text: string) => string): Token {
  const text = restore(token.text);
  return 'reason' in token && token.reason === 'not_understood' && SAME_HOST.test(text)
    ? { ...token, text, reason: 'lookalike' }
    : { ...token, text };
}

/** How much of a text is read at a time, characters. */
const PIECE = 65_536;

/** Cuts a text between words into pieces, because a step over a line of 10 MB would hold the event loop. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  do {
    const piece = text.slice(from, from + PIECE);
    const isLast = from + PIECE >= text.length;
    const end = isLast ? piece.length : piece.search(/[\s,;|<>"'][^\s,;|<>"']*$/) + 1 || piece.length;
    yield piece.slice(0, end);
    from += end;
  } while (from < text.length);
}

/**
 * Yields the tokens of a value that stands alone: a line, a cell, an element, the value of a key. Without any, the value is not
 * understood where an address should be.
 */
export function* tokensOfValue(text: string, line: number, context: Context): Generator<Token | null> {
  let isEmpty = true;
  for (const token of tokensIn(text, line, context)) {
    yield token;
    if (token !== null) isEmpty = false;
  }
  if (isEmpty && context.reason === null && !meansNothing(text))
    yield { line, text: shortened(text.trim()), reason: 'not_understood' };
}

/** A port in words behind a host: ` port 5432`, `, port 9093`, ` (port 9093)`, ` listens on port 9093`, ` (389/tcp)`, ` tcp/873`. */
const PORT_BEHIND =
  /^[\s,;(]*(?:(?:[a-z]+ ){0,3}port(?: no\.?)?[:\s]\s*(\d{2,5})\b|(\d{2,5})\/(?:tcp|udp)\b|(?:tcp|udp)[/ ](\d{2,5})\b)/i;

/** Yields the tokens of a text, and null for its other words, so that each step is short. */
export function* tokensIn(text: string, line: number, context: Context): Generator<Token | null> {
  let before = '';
  const { marked, restore } = markPlaceholders(text);
  // A range is one word.
  const joined = marked.replaceAll(/(\d) [-–] (?=\d+\.\d)/g, '$1-').replaceAll(TAG, ' ');
  const isOfSsh = /\bssh\s/.test(text);
  for (const { 0: word, index } of joined.matchAll(WORDS)) {
    const isValue = joined[index - 1] === '=' || /[:=]$/.test(before);
    const around = isValue ? within(context, before) : context;
    const isHost = index > 0 && HOST_RULE.test(joined.slice(Math.max(0, index - 12), index));
    // `Host *.example.com !vpn.example.com`, and the past value in a plan of Terraform: `"a.example.com" -> "b.example.com"`
    const isExcluded = /^![\p{L}\p{N}*]/u.test(word) || joined.startsWith('" -> "', index + word.length);
    // `${env == "prod" ? "www" : "dev"}.example.com`
    const isRest = word.startsWith('.') && /[})\]>]/.test(joined[index - 1] ?? '');
    // `ssh deploy@web01.example.com` names no mailbox.
    const named = isOfSsh ? word.replace(/^[\w.+-]+@/, '') : word.replace(/^!/, '');
    const behind = index + word.length;
    const isHostAlone = /\.(?:[a-z]{2,}|\d{1,3})[,;.:]?$/i.test(word);
    const found = isHostAlone ? PORT_BEHIND.exec(joined.slice(behind, behind + 50)) : null;
    const port = found?.[1] ?? found?.[2] ?? found?.[3];
    const read = readWord(port === undefined ? named : `${named}:${port}`, line, {
      place: isHost ? 'key' : around.place,
      reason: around.reason ?? (isExcluded ? 'detail' : isRest ? 'not_understood' : null),
    });
    let isEmpty = true;
    for (const token of read) {
      yield token && asWritten(token, restore);
      isEmpty &&= token === null;
    }
    // `${local.domain}`, `{$DOMAIN}`, and `{{shop.example.com}}` of Jira
    const filled = isEmpty ? /^\W*(.*?)\W*$/.exec(restore(word))?.[1] : undefined;
    if (filled && restore(word) !== word && (looksLikeAddress(filled) || namesAddresses(filled)))
      yield {
        line,
        text: restore(word),
        reason: around.reason ?? (around.place === 'mention' ? 'lookalike' : 'not_understood'),
      };
    before = word.slice(-60);
  }
}

/** How many names may precede a value: `target=url:https://a.example`. */
const MAX_NAMES = 3;
const SEVERAL_PORTS = new RegExp(`^(.+):(?=\\d+,)(${PORTS})$`);
/** A host before another one with the same end: `a.example.com/b.example.com`. */
const BEFORE_SLASH = /^([^/:]+\.(\p{L}+))\/(?=[^/:]+\.\2$)/u;

/** Yields the token that a word is. If it does not look like one, those of the name at its beginning and of its value. */
function* readWord(word: string, line: number, context: Context, names = 0): Generator<Token | null> {
  const text = trimmed(word);
  const [, host = '', ports = ''] = SEVERAL_PORTS.exec(text) ?? [];
  if (ports !== '') {
    for (const port of ports.split(',')) yield readToken(`${host}:${port}`, line, context);
    return;
  }
  const [before = '', first] = BEFORE_SLASH.exec(text) ?? [];
  if (first !== undefined) {
    yield readToken(first, line, context);
    return yield readToken(text.slice(before.length), line, context);
  }
  const unfilled = readUnfilled(text, line, context);
  const token = unfilled === undefined ? readToken(text, line, context) : unfilled;
  const [, name = '', value = ''] = (token === null && names < MAX_NAMES && NAMED.exec(text)) || [];
  if (value === '') return yield token ?? readPattern(text, line, context);
  // `shop.example.com:/path`, `traefik.docker.network=web`
  const named = readToken(name, line, { place: 'mention', reason: context.reason });
  const isHost = named !== null && 'address' in named;
  // What follows a host is none: `host.docker.internal:host-gateway`.
  const said = within(named === null ? context : { ...context, place: 'mention' }, name);
  const read = readWord(
    value,
    line,
    said.place === 'key' ? said : { place: 'mention', reason: said.reason },
    names + 1,
  );
  // Its address is that of the same machine: `shop.example.com:10.0.0.5`.
  yield* isHost && isIP(value) !== 0 ? withMachine([named, ...read], { ports: null }) : [named, ...read];
}

/** Removes markup and the sign of `dig` before a word, brackets around it, and the end of a sentence. */
function trimmed(word: string): string {
  if (word.length > LONGEST) return word;
  let text = word
    .replace(/^(?:\*\*|~~|\/\/|@(?=[\w-]+\.))/, '')
    .replace(/(?<!\*)\*\*$|~~$/, '')
    // `[shop.example.com]:2222` of known hosts, and the text of a link in Markdown. The brackets of an IPv6 address stay.
    .replace(/^\[([^[\]:]+)\](?=:\d+$|$)/, '$1')
    .replace(/^\[(?![\da-f]*:)/i, '');
  const isLoose = (open: string, close: string) =>
    text.endsWith(close) && text.split(close).length > text.split(open).length;
  while (/[.,;!?-]$|(?<!:):$/.test(text) || isLoose('(', ')') || isLoose('[', ']')) text = text.slice(0, -1);
  return text;
}
