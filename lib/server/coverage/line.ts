import 'server-only';
import { isIP } from 'node:net';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';
import {
  contextOfNames,
  isAnsibleHost,
  namesAddresses,
  namesMachine,
  namesPort,
  reasonOfPath,
} from './names.ts';
import {
  type LineReader,
  looksLikeAddress,
  type Machine,
  meansNothing,
  readToken,
  shortened,
  type Token,
  tokensOfMachine,
} from './token.ts';
import { tokensIn, tokensOfValue } from './words.ts';

/** A comment on a line of its own. */
const COMMENT = /^(?:[#;]|\/\/)/;
/** The comments that can have several lines. A path as `/static/*` does not begin a line. */
const BLOCKS = [
  { from: /<!--/, to: '-->' },
  { from: /^\s*\/\*/, to: '*/' },
];
/** A short name with a letter and a digit. */
const SHORT_NAME = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}-]{1,40}$/u;
/** What precedes an entry of a list in prose. */
const BULLET = /^\s*(?:[-*•+]|\d+[.)])\s+/;
/** The name before a value: of YAML, of an environment, of Terraform's own language. */
const NAMED = /^(["']?)([\p{L}\p{N}_./@ -]{1,100}?)\1\s{0,20}(?::(?=\s|$)|=(?!=))\s*(.*)$/u;

/**
 * Splits lines into comments and content, and reads the content by the first of the forms that it has.
 *
 * @param forms the last one reads each line
 */
export function createCommentReader(forms: readonly LineReader[]): LineReader {
  /** The end of the comment in which the line begins. */
  let end: string | null = null;
  const readComment = (text: string, line: number) =>
    tokensIn(text, line, { place: 'mention', reason: 'comment' });

  function* readContent(text: string, line: number): Generator<Token | null> {
    if (text.trim() === '') return;
    for (const form of forms) {
      const tokens = form(text, line);
      if (tokens !== null) return yield* tokens;
    }
  }

  return function* readLine(text, line) {
    for (let rest = text; rest !== ''; ) {
      yield null;
      if (end === null) {
        const block = BLOCKS.find(({ from }) => from.test(rest));
        const at = block === undefined ? commentAt(rest) : rest.search(block.from);
        yield* readContent(rest.slice(0, at), line);
        rest = rest.slice(at);
        if (block === undefined) return yield* readComment(rest, line);
        end = block.to;
      }
      const at = rest.indexOf(end);
      yield* readComment(at < 0 ? rest : rest.slice(0, at), line);
      if (at < 0) return;
      rest = rest.slice(at + end.length);
      end = null;
    }
  };
}

/** Returns where the comment of a line begins; its end if it has none. Within quotes there is none. */
function commentAt(text: string): number {
  const indent = text.length - text.trimStart().length;
  if (COMMENT.test(text.slice(indent, indent + 2))) return indent;
  let isQuoted = false;
  for (const { 0: found, index } of text.matchAll(/"|(?<=\s)(?:#|\/\/)/g)) {
    if (found === '"') isQuoted = !isQuoted;
    else if (!isQuoted) return index;
  }
  return text.length;
}

/** A name with its port or its address: `db.example.com 5432`, `db01,10.0.0.5,prod`. */
const HOST_AND = /^"?([^\s:/,;"]+)"?(?:[,;]|\s+)"?(\d{2,5}|\d+(?:\.\d+){3})"?(?:$|[\s,;](.*))/;
/** A headline of a list: `Production`. */
const HEADLINE = /^\p{Lu}\p{Ll}+$/u;
const WORD = /^[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u;

/** Reads the entries of a list, the lines of a configuration, and prose. @param start the first lines, which show what is usual */
export function createEntryReader(start: string, format: CoverageFormat): LineReader {
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  /** In a list of single entries, a sentence is a mistake. */
  const isList =
    lines.filter((line) => !/\S\s+\S/.test(line.slice(0, commentAt(line)))).length * 2 > lines.length;
  /** The names of YAML above the line, with the indentation of each, and the machine that the values directly below are of. */
  const above: { name: string; indent: number; machine: Machine; isList: boolean }[] = [];

  /** An entry without a name before it. */
  function* readUnnamed(entry: string, line: number, reason: SkipReason | null): Generator<Token | null> {
    const words = entry.split(/[\s,;|]+/, 20).filter(Boolean);
    const outer = contextOfNames(above.at(-1)?.name ?? '');
    const [, host = '', beside = '', rest = ''] = HOST_AND.exec(entry) ?? [];
    if (isIP(host) === 0 && (looksLikeAddress(host) || SHORT_NAME.test(host))) {
      yield* isIP(beside) === 0
        ? tokensOfMachine([host], line, beside, reason)
        : tokensOfMachine([host, beside], line, null, reason);
      return yield* tokensIn(rest, line, { place: 'mention', reason });
    }
    // An element of `targets:`.
    if (outer.place === 'key' && words.length === 1)
      return yield* tokensOfValue(entry, line, { place: 'key', reason });
    // `db01, web-02`: with a comma, short names are a list. One without a digit may be a word.
    const isName = (word: string) => looksLikeAddress(word) || (/[,;]/.test(entry) && SHORT_NAME.test(word));
    const isAlone = !/[<>]/.test(entry) && (words.length === 1 || words.every(isName));
    const isShort = isList && WORD.test(entry) && !HEADLINE.test(entry) && !namesAddresses(entry);
    // `server_name a.internal;`, `nameserver 10.0.0.2`
    const [first = ''] = words;
    const said = contextOfNames(first, above.at(-1)?.name);
    const known = reason ?? (said.reason === 'name_server' ? 'name_server' : null);
    // A word without digits is the name of a section, and one that means addresses that of a column.
    const isEntry = isList ? !/>$/.test(entry) && !namesAddresses(entry) : isAlone && /[\d?]/.test(entry);
    let isEmpty = true;
    let hasAddress = false;
    const read = (isEntry ? tokensOfValue : tokensIn)(entry, line, {
      place: isShort ? 'cell' : isAlone ? 'key' : said.place,
      reason: known,
    });
    for (const token of read) {
      yield token;
      isEmpty &&= token === null;
      hasAddress ||= token !== null && 'address' in token;
    }
    // `shop.example.com our shop`
    const others = entry.split(/\s+/).filter((word) => WORD.test(word) && !meansNothing(word));
    if (isEmpty && words.length === 1 && others.length === 1 && !namesAddresses(entry))
      yield { line, text: shortened(entry), reason: 'lookalike' };
    if (hasAddress && !isAlone && others.length > 0 && (isList || looksLikeAddress(first)))
      yield { line, text: shortened(others.join(' ')), reason: 'detail' };
  }

  return function* readEntry(text, line) {
    const entry = text.replace(BULLET, '').trim();
    const indent = text.length - text.replace(/^[\s-]+/, '').length;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const [, , name, value = ''] = NAMED.exec(entry) ?? [];
    const parent = above.at(-1);
    if (parent !== undefined && BULLET.test(text)) {
      parent.machine = { port: null };
      parent.isList = true;
    }
    const names = above.map((one) => one.name);
    if (name !== undefined) names.push(name);
    const reason = reasonOfPath(names, format);
    if (name === undefined) return yield* readUnnamed(entry, line, reason);
    const own = { name, indent, machine: { port: null }, isList: false };
    const isOpen = /^[|>]?[-+]?$/.test(value);
    if (isOpen) above.push(own);
    // `web01:` below `hosts:` of Ansible
    if (isOpen && parent?.name === 'hosts' && !parent.isList) {
      const token = readToken(name, line, { place: 'cell', reason });
      return yield token && { ...token, machine: own.machine };
    }
    // `shop.example.com:` can be a host. One with a slash is the name of an annotation, `mail.smtp.host` that of a setting.
    yield readToken(name, line, {
      place: 'mention',
      reason: reason ?? (name.includes('/') || namesAddresses(name) ? 'lookalike' : null),
    });
    if (parent !== undefined && namesPort(name)) parent.machine.port = value;
    const said = contextOfNames(name, isAnsibleHost(name) ? '' : names.at(-2));
    const read = said.place === 'key' ? tokensOfValue : tokensIn;
    const machine = format !== 'kubernetes' && namesMachine(name) ? parent?.machine : undefined;
    for (const token of read(value, line, { place: said.place, reason: reason ?? said.reason }))
      yield token !== null && machine !== undefined ? { ...token, machine } : token;
  };
}
